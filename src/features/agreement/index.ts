import '../../shared/check-node.ts'

export {
  predictionPoweredDifference,
  predictionPoweredGroups,
  predictionPoweredMean,
} from '../../statistics/prediction-powered/index.ts'
export { summariseByPeople } from '../labels/estimates/by-people.ts'
export { compareByPeople } from '../labels/estimates/compare-by-people.ts'
export { summariseGroupsByPeople } from '../labels/estimates/groups-by-people.ts'
export { compareVariantsByPeople } from '../labels/estimates/pairs-by-people.ts'
export { LabelsFileError, readLabels } from '../labels/file/read-labels.ts'
export { agreementStatistics } from './agreement-statistics.ts'
export { fitCalibration } from './fit/fit-calibration.ts'
export { improveJudge, planImprovement } from './improve/improve-judge.ts'
export { measureAgreement } from './measure-agreement.ts'
export { measureRecordedAgreement, rowsOfLabels } from './recorded/measure-recorded.ts'
export { readLabelledRows } from './rows/read-labelled.ts'
