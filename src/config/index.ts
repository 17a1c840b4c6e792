export {
  type ConfigGates,
  defineConfig,
  type ReportFiles,
  type VerdictConfig,
  type VerdictConfigExport,
} from './config.ts'
