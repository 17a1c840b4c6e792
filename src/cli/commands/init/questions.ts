/** In the first line of the dataset, since JSONL has no comments. */
const comment =
  'Replace these with questions that your users ask, one per line; 30 or more show whether a change helps. groundTruth, beside input, is the right answer.'

/** A dataset that runs: what anybody may ask an agent that they do not know. */
export const questionsText = [
  { id: 'purpose', input: 'What can you help me with?', metadata: { comment } },
  { id: 'limits', input: 'What can you not do?' },
  { id: 'needs', input: 'What do you need to know from me before you can help?' },
]
  .map((item) => `${JSON.stringify(item)}\n`)
  .join('')
