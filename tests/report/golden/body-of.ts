/** What is seen of a page: neither its style nor its scripts nor its data, which have tests of their own; a tag a line. */
export const bodyOf = (page: string) =>
  page
    .slice(page.indexOf('<body'))
    .replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/g, '')
    .replaceAll(/>\s*</g, '>\n<')
