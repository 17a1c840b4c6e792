import { expect, it } from 'vitest'
import { monitorPage } from '../../../../src/features/monitor/report/page.ts'
import { bodyOf } from '../../../report/golden/body-of.ts'
import { statusOf } from './status-of.ts'

it('the page of a monitor is what it was', async () => {
  await expect(bodyOf(monitorPage(statusOf()))).toMatchFileSnapshot('./kept/monitor.html')
})
