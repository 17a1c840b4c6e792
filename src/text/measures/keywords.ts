import { forEachSliced, runAtOnce, type Slices } from '../../shared/slices.ts'
import { functionWordsFor } from '../words/function-words.ts'
import { rememberWords } from '../words/remember-words.ts'
import { foldToken, inflectionless, jointParts, textWords } from '../words/text-words.ts'

/**
 * Finds the keywords of a reference that a text has. Keywords are the words without function words; case, diacritics
 * and the commonest English endings do not matter. Compounds are one keyword: words joined by a hyphen, a full stop or
 * an underscore ("React.js", "state-of-the-art") and known terms of several words ("machine learning"). A text has a
 * compound if its parts are next to each other, however they are joined.
 */
export function* compareKeywords(
  reference: string,
  output: string,
  compounds: readonly string[] = [],
): Slices<{
  readonly referenceKeywords: ReadonlySet<string>
  readonly outputKeywords: ReadonlySet<string>
  /** The keywords of the reference that the other text does not have. */
  readonly missingKeywords: readonly string[]
}> {
  common ??= commonCompounds.map(keyOfTerm)
  const terms = indexPhrases([...common, ...compounds.map(keyOfTerm)])
  const wanted = yield* readText(reference)
  const functionWords = functionWordsFor(wanted.folded)
  const given = yield* readText(output)
  const referenceKeywords = yield* keywordsIn(wanted, functionWords, terms)
  const outputKeywords = yield* keywordsIn(given, functionWords, terms)
  const present = yield* occurrences(referenceKeywords, given)
  const missingKeywords: string[] = []
  yield* forEachSliced(referenceKeywords, ([key, keyword]) => {
    if (!present.has(key)) missingKeywords.push(keyword)
  })
  return {
    referenceKeywords: new Set(referenceKeywords.values()),
    outputKeywords: new Set(outputKeywords.values()),
    missingKeywords,
  }
}

/** Longer compounds are found by their first parts, which bounds the work. */
const mostParts = 5

interface ReadText {
  readonly folded: readonly string[]
  /** The parts of each word, without inflections. */
  readonly parts: readonly (readonly string[])[]
}

function* readText(text: string): Slices<ReadText> {
  const words = yield* textWords(text)
  const folded: string[] = []
  const parts: (readonly string[])[] = []
  yield* forEachSliced(words.tokens, (token, index) => {
    const partsOfToken = readParts(token)
    if (partsOfToken.length === 0) return
    folded.push(words.folded[index] ?? '')
    parts.push(partsOfToken)
  })
  return { folded, parts }
}

/** Returns no part for a token of marks without letters. */
const readParts = rememberWords((token): readonly string[] =>
  jointParts(token)
    .map((part) => inflectionless(foldToken(part)))
    .filter((part) => part !== ''),
)

const joined = (parts: readonly string[]) =>
  (parts.length === 1 && parts[0]) || parts.slice(0, mostParts).join(' ')

function keyOfTerm(term: string): string {
  return joined(runAtOnce(readText(term)).parts.flat())
}

/** Returns phrases to find, and the most parts of one by its first part, because most words do not begin one. */
function indexPhrases(keys: Iterable<string>) {
  const all = new Set<string>()
  const longest = new Map<string, number>()
  for (const key of keys) {
    if (!key.includes(' ')) continue
    all.add(key)
    const [first = '', ...others] = key.split(' ')
    longest.set(first, Math.max(1 + others.length, longest.get(first) ?? 0))
  }
  return { all, longest }
}

/** Returns the keywords to show, each by the key that makes two keywords the same. */
function* keywordsIn(
  { folded, parts }: ReadText,
  functionWords: ReadonlySet<string>,
  terms: ReturnType<typeof indexPhrases>,
): Slices<Map<string, string>> {
  const keywords = new Map<string, string>()
  let free = 0
  yield* forEachSliced(folded, (word, index) => {
    if (index < free) return
    const length = termLength(parts, index, terms)
    free = index + length
    if (length === 1 && functionWords.has(word)) return
    const key = length === 1 ? joined(parts[index] ?? []) : joined(parts.slice(index, free).flat())
    if (!keywords.has(key)) keywords.set(key, length === 1 ? word : folded.slice(index, free).join(' '))
  })
  return keywords
}

/** Returns how many words from here form a known term; 1 if none. */
function termLength(parts: ReadText['parts'], index: number, terms: ReturnType<typeof indexPhrases>): number {
  for (let length = terms.longest.get(parts[index]?.[0] ?? '') ?? 1; length > 1; length--) {
    const words = parts.slice(index, index + length)
    if (words.length === length && terms.all.has(words.flat().join(' '))) return length
  }
  return 1
}

/** Returns the keywords that occur in the text, their parts in a row. */
function* occurrences(
  keywords: ReadonlyMap<string, string>,
  { folded, parts }: ReadText,
): Slices<Set<string>> {
  const phrases = indexPhrases(keywords.keys())
  const present = new Set<string>()
  const all = parts.flat()
  yield* forEachSliced(folded, (word) => {
    const whole = inflectionless(word)
    if (keywords.has(whole)) present.add(whole)
  })
  yield* forEachSliced(all, (part, index) => {
    if (keywords.has(part)) present.add(part)
    for (let length = phrases.longest.get(part) ?? 1; length > 1; length--) {
      const key = all.slice(index, index + length).join(' ')
      if (phrases.all.has(key)) present.add(key)
    }
  })
  return present
}

/** Terms of two words that are one thing, as people who build agents use them. Users may add others. */
const terms = `
  access control, access token, action item, api key, application server, artificial intelligence, audit log,
  back end, bank account, batch size, best practice, big data, bounding box, breaking change, bug fix, build step,
  business logic, call stack, carbon dioxide, chat completion, chat model, circuit breaker, climate change,
  cloud computing, code review, cold start, command line, computer science, computer vision, connection pool,
  content type, context window, continuous delivery, continuous deployment, continuous integration, control flow,
  control plane, cost function, credit card, critical path, cross validation, custom domain, customer service,
  customer support, data center, data centre, data lake, data pipeline, data preprocessing, data science,
  data structure, data type, data warehouse, database schema, dead letter, decision tree, deep learning,
  default value, dependency injection, design pattern, design system, disk space, distributed system,
  domain name, due date, edge case, email address, end user, entry point, environment variable, error handling,
  error message, event loop, exchange rate, false negative, false positive, feature engineering, feature flag,
  feature request, file system, fine tuning, foreign key, free trial, front end, function call, garbage collection,
  garbage collector, global warming, gradient descent, graph database, greenhouse gas, ground truth, hard drive,
  hash map, health care, health check, health insurance, heat pump, high availability, home page, human resources,
  hyperparameter tuning, information retrieval, input validation, instance type, integration test,
  interest rate, internet of things, key management, knowledge base, knowledge graph, language model, life cycle,
  linear regression, linked list, load balancer, load balancing, log file, logistic regression, loss function,
  machine learning, market share, memory leak, message queue, mobile app, neural network, object storage,
  open source, operating system, opening hours, order number, package manager, page view, password reset,
  pattern matching, payment method, phone number, power plant, primary key, privacy policy, private key,
  product manager, programming language, project management, prompt engineering, prompt injection, public key,
  public transport, pull request, quality assurance, query language, race condition, random forest, rate limit,
  rate limiting, real estate, real time, reinforcement learning, relational database, release notes,
  remote work, renewable energy, request body, response time, return value, reverse proxy, root cause,
  search engine, search result, self driving, semantic search, serial number, shipping address, shipping cost,
  single sign, social media, software engineer, software engineering, solar panel, source code, source control,
  speech recognition, stack trace, static typing, status code, stock market, structured output, supply chain,
  support vector, system prompt, task queue, tax return, tech stack, technical debt, terms of service, test case,
  test coverage, test suite, third party, time series, time zone, tool call, training data, transfer learning,
  type inference, type safety, type system, unit test, unit testing, use case, user experience, user interface,
  vector database, vector store, version control, virtual machine, virtual memory, web app, web application,
  web browser, web page, web server, wind turbine, work flow, working memory`

const commonCompounds: readonly string[] = terms.split(',').map((term) => term.trim())

/** Their keys, read with the first text. */
let common: readonly string[] | undefined
