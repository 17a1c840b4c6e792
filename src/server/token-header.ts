/** The header for the token: no other page can send it, and unlike cookies no browser sends it by itself. */
export const tokenHeader = 'verdict-token'
