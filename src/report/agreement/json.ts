import type { CalibrationResult } from '../../agreement/index.ts'
import { terminalJson } from '../safe-text.ts'

/** A calibration as JSON on several lines, in the shape of {@link CalibrationResult}, which stays within its version. */
export const jsonCalibrationReport = (result: CalibrationResult): string => terminalJson(result)
