/** The header in which a page sends the token: no other page can, and no browser does it by itself as with cookies. */
export const tokenHeader = 'verdict-token'
