/**
 * Holds every scorer of two builds of the package against each other over random runs and a scripted judge: score,
 * verdicts, reason, outcome, and all that the judge is asked.
 *
 *     node research/compare-versions.ts OLD/dist/index.js NEW/dist/index.js [RUNS]
 */
import { createHash } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import type { Answer, DecisionRequest, Evidence, Judge, Question, Questions } from '../src/judge/contract.ts'

const [oldPath, newPath, wanted = '200'] = process.argv.slice(2)
if (oldPath === undefined || newPath === undefined) throw new TypeError('give two builds')

type Config = Record<string, unknown>
type Scorer = { run(run: object): Promise<Record<string, unknown>> }
type Package = Record<string, (config: Config) => Scorer>
const load = async (path: string) => (await import(pathToFileURL(path).href)) as Package
const [before, after] = [await load(oldPath), await load(newPath)]

const chanceOf = (text: string) => createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32
const evidence: Evidence = {
  judge: 'scripted',
  task: 'any/1',
  prompts: ['a prompt'],
  calls: 1,
  usage: { inputTokens: 1, outputTokens: 1 },
  durationInMs: 0,
  cached: false,
  warnings: [],
}

function answerTo(question: Question, id: string, material: string): Answer {
  const chance = chanceOf(`${id}\n${material}`)
  const reason = chance < 0.3 ? undefined : `c${1 + Math.floor(chance * 3)}: gender: so it is, ${id}.`
  const grounds = { ...(reason === undefined ? {} : { reason }), share: chanceOf(`share ${id}${material}`) }
  if (question.type === 'boolean') return { type: 'boolean', verdict: chance < 0.5, ...grounds }
  if (question.type === 'score') {
    return { type: 'score', score: Math.floor(chance * question.criteria.length), ...grounds }
  }
  const options = Object.keys(question.criteria)
  const choice = options[Math.floor(chance * options.length)] ?? ''
  return { type: 'choice', choice, ...grounds }
}

/** Abstains and fails now and then; what it is asked is kept as text, keys in their order. */
function scriptedJudge(asked: string[]): Judge {
  return {
    id: 'scripted',
    async decide<const Q extends Questions>({ task, state, questions }: DecisionRequest<Q>) {
      const material = JSON.stringify(state)
      asked.push(JSON.stringify([task, material, questions]))
      if (chanceOf(`fails ${material}`) < 0.03) throw new Error('the judge is down')
      const answers = Object.entries(questions).map(([id, q]) => [id, answerTo(q, id, material)])
      return { answers: Object.fromEntries(answers), evidence }
    },
    async extract({ task, state, ids }) {
      asked.push(JSON.stringify([task, state]))
      const text = Object.values(state).findLast((value) => typeof value === 'string') ?? ''
      const texts = String(text)
        .split(/(?<=[.!?]) /)
        .filter(Boolean)
      return { lists: Object.fromEntries(ids.map((id) => [id, texts])), evidence }
    },
    async write({ task, state }) {
      asked.push(JSON.stringify([task, state]))
      return { text: 'It went as it went.', evidence }
    },
  }
}

const sentences = [
  'The tower was finished in 1889.',
  'It is 330 metres tall.',
  'I do not know.',
  'Women are worse drivers.',
  'You are an idiot!',
  'It is made of iron, and of nothing else.',
  'Paris is nice.',
  'Hello!',
  'Would you like to know more?',
  'It was finished in 1887.',
]
const questions = ['When was the tower finished?', 'How tall is it, and of what is it made?', 'And?']

function randomOf(seed: number) {
  let turn = 0
  const next = () => {
    turn += 1
    return chanceOf(`${seed}/${turn}`)
  }
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(next() * items.length)] as Item
  const some = (most: number) =>
    Array.from({ length: Math.floor(next() * (most + 1)) }, () => pick(sentences))
  return { next, pick, some }
}

function runOf(seed: number) {
  const { next, pick, some } = randomOf(seed)
  const answer = some(6).join(' ')
  const message = (id: string, role: string, text: string, parts: object[] = []) => ({
    id,
    role,
    createdAt: new Date(0),
    content: { format: 2, parts: [...parts, ...(text === '' ? [] : [{ type: 'text', text }])] },
  })
  const call = (toolName: string, state: string) => ({
    type: 'tool-invocation',
    toolInvocation: {
      toolCallId: `${toolName}${next()}`,
      toolName,
      args: { city: pick(['Paris', 'London']) },
      state,
      ...(state === 'result' ? { result: { text: pick(sentences) } } : {}),
    },
  })
  const calls = Array.from({ length: Math.floor(next() * 4) }, () =>
    call(pick(['weather', 'map', 'search']), pick(['result', 'result', 'call'])),
  )
  const question = pick(questions)
  const earlier =
    next() < 0.4 ? [message('e1', 'user', 'Hi.'), message('e2', 'assistant', pick(sentences))] : []
  const system = next() < 0.5 ? [{ role: 'system', content: 'Be brief. Name the year.' }] : []
  const shapes = [
    { input: question, output: answer },
    {
      input: {
        inputMessages: [message('q', 'user', question)],
        rememberedMessages: earlier,
        systemMessages: system,
      },
      output: [message('a', 'assistant', answer, calls)],
    },
    {
      input: [{ role: 'user', content: question }],
      output: [{ role: 'assistant', content: answer }],
    },
    { input: undefined, output: answer },
    { input: question, output: 7 },
    { input: question, output: [message('a', 'assistant', '', calls)] },
  ]
  const truth = next() < 0.75 ? { groundTruth: some(3).join(' ') } : {}
  return {
    ...shapes[next() < 0.8 ? Math.floor(next() * 3) : Math.floor(next() * 6)],
    ...truth,
    runId: `run-${seed}`,
  }
}

/** What each factory is given beside its judge. */
const needed: Record<string, Config> = {
  createInstructionAlignmentScorer: { options: { instructions: ['Name the year.', 'Be brief.', 'Sing.'] } },
  createMultiTurnJudgeScorer: { criterion: 'It names a year.' },
  createNoiseSensitivityScorerLLM: {
    options: {
      baselineResponse: 'In 1889.',
      noisyQuery: 'Some say never. When?',
      noiseType: 'misinformation',
    },
  },
  createRubricScorer: { criteria: '- Names a year.\n- Is polite.' },
  createToolCallAccuracyScorerLLM: {
    availableTools: [{ name: 'weather', description: 'The weather.' }, { name: 'map' }, { name: 'clock' }],
  },
  createToolCallAccuracyScorerCode: { expectedToolOrder: ['weather', 'map'] },
  createTrajectoryAccuracyScorerCode: { expectedTrajectory: [{ name: 'weather' }, { name: 'map' }] },
  createTrajectoryScorerCode: { defaults: { maxSteps: 2, steps: [{ name: 'weather' }] } },
}
const withContext = /Context|Faithfulness|Hallucination|RelevanceRubric/
const withoutStyle = /Multi|Noise|createRubric|RelevanceRubric/
const withoutWeighting = /Multi|createRubric|RelevanceRubric/
const byCode = /Completeness|Content|Keyword|Textual|Tone|Code$/
const scaleless = /ToolCallAccuracyScorerCode|TrajectoryAccuracyScorerCode|TrajectoryScorerCode/

function configOf(factory: string, seed: number, model: Judge): Config {
  const { next, pick } = randomOf(seed + 1_000_000)
  const { options, ...beside } = needed[factory] ?? {}
  const scale = pick([1, 1, 10, 7])
  if (byCode.test(factory)) return scaleless.test(factory) ? beside : { scale, ...beside }
  return {
    model,
    ...beside,
    options: {
      scale,
      ...(options as Config),
      ...(withoutStyle.test(factory) ? {} : { reason: pick(['composed', 'composed', 'written']) }),
      ...(withoutWeighting.test(factory) ? {} : { weighting: pick(['verdict', 'share', undefined]) }),
      ...(withContext.test(factory) && next() < 0.7 ? { context: sentences.slice(0, 3) } : {}),
    },
  }
}

/** Where an error was thrown may differ. */
const withoutStacks = (text: string) => text.replace(/,"stack":"(?:[^"\\]|\\.)*"/g, '')
const plain = (value: unknown) => JSON.parse(JSON.stringify(value ?? null)) as unknown

async function endOf(factory: string, seed: number, from: Package) {
  const asked: string[] = []
  const scorer = from[factory]?.(configOf(factory, seed, scriptedJudge(asked)))
  if (scorer === undefined) throw new TypeError(`${factory} is not exported`)
  try {
    const { score, reason, notScorable, analyzeStepResult, analyzePrompt } = await scorer.run(runOf(seed))
    const unscored = (notScorable as { reason?: string } | undefined)?.reason
    return plain({
      score,
      reason,
      notScorable: unscored,
      analyzeStepResult,
      analyzePrompt,
      asked: asked.sort(),
    })
  } catch (error) {
    return plain({ error: withoutStacks(String(error)), asked: asked.sort() })
  }
}

const factories = Object.keys(before).filter((name) => /^create.*Scorer/.test(name))
let differences = 0
const ends: Record<string, number> = {}
for (const factory of factories) {
  let same = 0
  for (let seed = 0; seed < Number(wanted); seed += 1) {
    const [one, other] = [await endOf(factory, seed, before), await endOf(factory, seed, after)]
    const kind = ['error', 'notScorable', 'score'].find((key) => (one as Config)[key] !== undefined) ?? 'none'
    ends[kind] = (ends[kind] ?? 0) + 1
    if (isDeepStrictEqual(one, other)) same += 1
    else if (differences++ < 12)
      console.log(factory, seed, '\n', JSON.stringify(one), '\n', JSON.stringify(other))
  }
  console.log(`${factory}: ${same} of ${wanted} the same`)
}
console.log(`${factories.length} scorers, ${differences} differences; ends:`, ends)
process.exitCode = differences === 0 ? 0 : 1
