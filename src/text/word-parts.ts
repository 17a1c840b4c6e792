/** Between words that a hyphen, an underscore or a full stop joins; not in numbers ("3.14", "2024-05"). */
const joints = /[._-](?=\p{L})|(?<=\p{L})[._-]/u
/** In "getUserName" and "HTTPServer"; not in "iPhone" or "McDonald". */
const humps = /(?<=\p{Ll}{2})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u

function split(token: string, seam: RegExp): string[] {
  const parts = token.split(seam).filter((part) => part !== '')
  return parts.length === 0 ? [token] : parts
}

/** 'React.js' → 'React', 'js'. At least one part. */
export function jointParts(token: string): string[] {
  return split(token, joints)
}

/** 'get_userName' → 'get', 'user', 'Name'. At least one part. */
export function allParts(token: string): string[] {
  return jointParts(token).flatMap((part) => split(part, humps))
}
