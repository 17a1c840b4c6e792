export const at = new Date(0)

export const text = (value: string) => ({ type: 'text', text: value })

/** The same words as every library and version writes them down. */
export function shapesOf(role: string, words: string): [string, unknown][] {
  return [
    ['a bare string', words],
    ['an object with text', { text: words }],
    ['a message with string content', { role, content: words }],
    ['a message with a list of parts as content', { role, content: [text(words)] }],
    ['a list of one string', [words]],
    ['a list of one model message', [{ role, content: words }]],
    ['a v4 interface message', [{ id: '1', role, content: words, parts: [text(words)] }]],
    ['a v4 interface message without parts', [{ id: '1', role, content: words }]],
    ['a v5 interface message', [{ id: '1', role, parts: [{ type: 'step-start' }, text(words)] }]],
    ['a stored message with string content', [{ id: '1', role, createdAt: at, content: words }]],
    [
      'a stored message with content.content',
      [{ id: '1', role, createdAt: at, content: { format: 2, parts: [], content: words } }],
    ],
    [
      'a stored message with content.parts',
      [{ id: '1', role, createdAt: at, content: { format: 2, parts: [text(words)] } }],
    ],
    [
      'a stored message with both',
      [{ id: '1', role, createdAt: at, content: { format: 2, parts: [text(words)], content: words } }],
    ],
  ]
}
