import { tokenHeader } from '../token-header.ts'

let token: string | undefined

/** Keeps the token per tab and address: cookies ignore ports, so all servers here would get them. */
function takeToken(): string {
  const given = new URLSearchParams(location.hash.slice(1)).get('token')
  if (given !== null) {
    sessionStorage.setItem('token', given)
    history.replaceState(null, '', location.pathname + location.search)
  }
  return sessionStorage.getItem('token') ?? ''
}

/** Sends a request to the server of this page. */
export function ask(path: string, body?: object): Promise<Response> {
  token ??= takeToken()
  return fetch(path, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    headers: { 'content-type': 'application/json', [tokenHeader]: token },
    cache: 'no-store',
  })
}
