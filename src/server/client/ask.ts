import { tokenHeader } from '../token-header.ts'

let token: string | undefined

/**
 * Keeps the token in the storage of this origin, which includes the port: links open in new tabs, and no page of
 * another port can read it. A cookie would be sent to every server of this machine, whatever its SameSite says, and a
 * token within links would stay in the history and in copied addresses. It is worth nothing once its server has ended.
 */
function takeToken(): string {
  const given = tokenInAddress()
  if (given !== null) history.replaceState(null, '', location.pathname + location.search)
  try {
    if (given !== null) localStorage.setItem(tokenHeader, given)
    return given ?? localStorage.getItem(tokenHeader) ?? ''
  } catch {
    // A browser may refuse storage: then the token holds for this page, and others must be opened with it.
    return given ?? ''
  }
}

const tokenInAddress = () => new URLSearchParams(location.hash.slice(1)).get('token')

/** Sends a request to the server of this page. @param path Relative to the page. */
export function ask(path: string, body?: object): Promise<Response> {
  if (token === undefined) {
    token = takeToken()
    // The address of a server that was started again differs in the token only, so the browser does not load it.
    addEventListener('hashchange', () => tokenInAddress() !== null && location.reload())
  }
  return fetch(path, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    headers: { 'content-type': 'application/json', [tokenHeader]: token },
    cache: 'no-store',
  })
}
