import type { CalibrationResult } from '../../calibration/index.ts'

/** A calibration as JSON on several lines, in the shape of {@link CalibrationResult}, which stays within its version. */
export const jsonCalibrationReport = (result: CalibrationResult): string => JSON.stringify(result, null, 2)
