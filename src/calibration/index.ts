export { type FitCalibrationOptions, fitCalibration } from './fit/fit-calibration.ts'
export type { LabelledGrade } from './fit/labelled-grade.ts'
