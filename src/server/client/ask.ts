import { tokenHeader } from '../token-header.ts'

let token: string | undefined

/** Kept for this tab and this address alone: cookies know no ports, so that every server of this machine gets them. */
function takeToken(): string {
  const given = new URLSearchParams(location.hash.slice(1)).get('token')
  if (given !== null) {
    sessionStorage.setItem('token', given)
    history.replaceState(null, '', '/')
  }
  return sessionStorage.getItem('token') ?? ''
}

/** Asks the server of this page for something, or tells it something. */
export function ask(path: string, body?: object): Promise<Response> {
  token ??= takeToken()
  return fetch(path, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    headers: { 'content-type': 'application/json', [tokenHeader]: token },
    cache: 'no-store',
  })
}
