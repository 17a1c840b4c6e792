import type { EChartsCoreOption } from 'echarts/core'

export interface Drawing {
  readonly option: EChartsCoreOption
  /** In CSS pixels, as drawn; a page may show it smaller. */
  readonly width: number
  readonly height: number
}

export type RenderSvg = (drawing: Drawing) => string

/** The chart library is not installed: with its 68 MB it is an optional peer. */
export class ChartsMissingError extends Error {
  override readonly name = 'ChartsMissingError'
}

/**
 * Loads the chart library, which takes half a second, and returns what draws with it. Colours of a drawing may be
 * `var(--…)`: the page's theme decides them, also after the drawing is made.
 *
 * @throws ChartsMissingError with the command that installs it, where it is not there.
 */
export async function loadCharts(): Promise<RenderSvg> {
  const [{ init, use }, charts, components, renderers] = await Promise.all([
    import('echarts/core'),
    import('echarts/charts'),
    import('echarts/components'),
    import('echarts/renderers'),
  ]).catch((cause: NodeJS.ErrnoException) => {
    // Another module that is missing is not for the user to install.
    if (cause.code !== 'ERR_MODULE_NOT_FOUND' || !/'echarts['/]/.test(cause.message)) throw cause
    throw new ChartsMissingError(
      'htmlReport draws its charts with echarts, which is not installed: npm install echarts',
      { cause },
    )
  })
  use([charts.BarChart, charts.CustomChart, components.GridComponent, renderers.SVGRenderer])
  return ({ option, width, height }) => {
    const chart = init(null, null, { renderer: 'svg', ssr: true, width, height })
    try {
      chart.setOption({
        animation: false,
        textStyle: { fontFamily: 'inherit', color: 'var(--soft)' },
        ...option,
      })
      return staticSvg(chart.renderToSVGString())
    } finally {
      chart.dispose()
    }
  }
}

/**
 * Without what only a live chart needs, and without inline styles, which the page's security policy forbids. Labels
 * come escaped, quotes too, so that a tag ends at the first '>' and an attribute at the first '"'.
 */
export function staticSvg(svg: string): string {
  return svg.replace(/<style[\s\S]*?<\/style>/g, '').replace(/<\w[^>]*>/g, (tag) =>
    tag
      .replace(/ (?:class|version|baseProfile|xmlns:xlink|ecmeta_\w+|pointer-events)="[^"]*"/g, '')
      .replace(/ style="([^"]*)"/g, (_style, declarations: string) =>
        declarations
          .split(';')
          .map((declaration) => declaration.split(':'))
          .map(([name = '', value = '']) => (name === '' ? '' : ` ${name.trim()}="${value.trim()}"`))
          .join(''),
      )
      .replace(/^<svg/, '<svg aria-hidden="true" focusable="false"'),
  )
}
