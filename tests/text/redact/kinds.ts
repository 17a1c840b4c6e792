/** Values of the formats that vendors document for what must not be shared, and of texts that only look alike. */

import { iban, type Values, valuesOf, withLuhn } from './values.ts'

const secretKinds: Record<string, (values: Values) => string> = {
  // Models and what is around them.
  'OpenAI project key': ({ b }) => `sk-proj-${b(74)}T3BlbkFJ${b(74)}`,
  'OpenAI service account key': ({ b }) => `sk-svcacct-${b(74)}T3BlbkFJ${b(74)}`,
  'OpenAI legacy key': ({ w }) => `sk-${w(20)}T3BlbkFJ${w(20)}`,
  'Anthropic key': ({ b }) => `sk-ant-api03-${b(93)}AA`,
  'Google API key': ({ b }) => `AIza${b(35)}`,
  'Google OAuth client secret': ({ b }) => `GOCSPX-${b(28)}`,
  'Google OAuth access token': ({ b }) => `ya29.a0${b(120)}`,
  'Groq key': ({ w }) => `gsk_${w(52)}`,
  'xAI key': ({ w }) => `xai-${w(80)}`,
  'Perplexity key': ({ w }) => `pplx-${w(48)}`,
  'Hugging Face token': ({ s }) => `hf_${s(17)}${s(17).toUpperCase()}`,
  'Replicate token': ({ w }) => `r8_${w(37)}`,
  'OpenRouter key': ({ h }) => `sk-or-v1-${h(64)}`,
  'DeepSeek key': ({ h }) => `sk-${h(32)}`,
  'Fireworks key': ({ w }) => `fw_${w(24)}`,
  'NVIDIA key': ({ b }) => `nvapi-${b(64)}`,
  'Jina key': ({ w }) => `jina_${h32(w)}`,
  'Tavily key': ({ w }) => `tvly-${w(32)}`,
  'LangSmith key': ({ h }) => `lsv2_pt_${h(32)}_${h(10)}`,
  'Langfuse secret key': ({ uuid }) => `sk-lf-${uuid()}`,
  'Mistral key in an environment': ({ w }) => `MISTRAL_API_KEY=${w(32)}`,
  'Cohere key in an environment': ({ w }) => `CO_API_KEY=${w(40)}`,
  // Code, packages, builds.
  'GitHub personal token': ({ w }) => `ghp_${w(36)}`,
  'GitHub fine-grained token': ({ w }) => `github_pat_${w(22)}_${w(59)}`,
  'GitHub OAuth token': ({ w }) => `gho_${w(36)}`,
  'GitLab personal token': ({ b }) => `glpat-${b(20)}`,
  'GitLab runner token': ({ b }) => `glrt-${b(20)}`,
  'GitLab deploy token': ({ b }) => `gldt-${b(20)}`,
  'Bitbucket app password': ({ w }) => `ATBB${w(32)}`,
  'Atlassian API token': ({ b, h }) => `ATATT3xFfGF0${b(171)}=${h(8).toUpperCase()}`,
  'npm token': ({ w }) => `npm_${w(36)}`,
  'PyPI token': ({ b }) => `pypi-AgEIcHlwaS5vcmc${b(120)}`,
  'RubyGems key': ({ h }) => `rubygems_${h(48)}`,
  'crates.io token': ({ w }) => `cio${w(32)}`,
  'NuGet key': ({ l }) => `oy2${l(43)}`,
  'Docker Hub token': ({ b }) => `dckr_pat_${b(27)}`,
  'Buildkite token': ({ h }) => `bkua_${h(40)}`,
  'CircleCI token': ({ w, h }) => `CCIPAT_${w(22)}_${h(40)}`,
  'SonarQube token': ({ h }) => `sqp_${h(40)}`,
  'Sourcegraph token': ({ h }) => `sgp_${h(16)}_${h(40)}`,
  'Postman key': ({ h }) => `PMAK-${h(24)}-${h(34)}`,
  'Clojars token': ({ h }) => `CLOJARS_${h(60)}`,
  // Clouds and databases.
  'AWS access key id': ({ u }) => `AKIA${u(16)}`,
  'AWS temporary key id': ({ u }) => `ASIA${u(16)}`,
  'AWS secret access key': ({ w }) => `aws_secret_access_key = ${w(20)}/${w(10)}+${w(8)}`,
  'Azure storage connection string': ({ w }) =>
    `DefaultEndpointsProtocol=https;AccountName=store;AccountKey=${w(43)}/${w(42)}==;EndpointSuffix=core.windows.net`,
  'Azure client secret': ({ b, w }) => `AZURE_CLIENT_SECRET=${w(3)}8Q~${b(34)}`,
  'Azure shared access signature': ({ w }) =>
    `https://store.blob.core.windows.net/c?sv=2024-11-04&sp=r&sig=${w(43)}%3D`,
  'Azure service bus': ({ w }) =>
    `Endpoint=sb://bus.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=${w(43)}=`,
  'Google service account': ({ h, w }) =>
    `{"type":"service_account","private_key_id":"${h(40)}","private_key":"-----BEGIN PRIVATE KEY-----\\nMII${w(300)}\\n-----END PRIVATE KEY-----\\n"}`,
  'DigitalOcean token': ({ h }) => `dop_v1_${h(64)}`,
  'Alibaba access key id': ({ w }) => `LTAI${w(20)}`,
  'Tencent secret id': ({ w }) => `AKID${w(32)}`,
  'Heroku key': ({ b }) => `HRKU-AA${b(58)}`,
  'Fly.io token': ({ w }) => `FlyV1 fm2_${w(200)}`,
  'Render key': ({ w }) => `rnd_${w(28)}`,
  'Netlify token': ({ w }) => `nfp_${w(36)}`,
  'Vercel token': ({ w }) => `vcp_${w(56)}`,
  'Cloudflare token in an environment': ({ b }) => `CLOUDFLARE_API_TOKEN=${b(40)}`,
  'Pulumi token': ({ h }) => `pul-${h(40)}`,
  'Terraform Cloud token': ({ w }) => `${w(14)}.atlasv1.${w(67)}`,
  'Vault token': ({ b }) => `hvs.${b(95)}`,
  'Doppler token': ({ w }) => `dp.pt.${w(43)}`,
  'Supabase token': ({ h }) => `sbp_${h(40)}`,
  'Supabase secret key': ({ b }) => `sb_secret_${b(31)}`,
  'PlanetScale password': ({ b }) => `pscale_pw_${b(43)}`,
  'Neon key': ({ l }) => `napi_${l(64)}`,
  'Databricks token': ({ h }) => `dapi${h(32)}`,
  'Snowflake password': ({ w }) => `jdbc:snowflake://a.snowflakecomputing.com/?user=me&password=${w(12)}1`,
  'PostgreSQL address': ({ w }) => `postgresql://app:${w(16)}@db.example.com:5432/app`,
  'MongoDB address': ({ w }) => `mongodb+srv://app:${w(16)}@cluster0.ab1cd.mongodb.net/app`,
  'Redis address': ({ w }) => `rediss://default:${w(32)}@eu1.upstash.io:6379`,
  'SQL Server connection string': ({ w }) => `Server=db;Database=app;User Id=sa;Password=${w(11)}!;`,
  'OpenShift token': ({ b }) => `sha256~${b(43)}`,
  'Tailscale key': ({ w }) => `tskey-auth-${w(12)}CNTRL-${w(32)}`,
  '1Password service account': ({ w }) => `ops_eyJ${w(300)}fQ`,
  // Money and trade.
  'Stripe secret key': ({ w }) => `sk_live_${w(99)}`,
  'Stripe restricted key': ({ w }) => `rk_live_${w(99)}`,
  'Stripe webhook secret': ({ w }) => `whsec_${w(32)}`,
  'Square access token': ({ b }) => `EAAA${b(60)}`,
  'PayPal Braintree token': ({ l, h }) => `access_token$production$${l(16)}$${h(32)}`,
  'Razorpay key': ({ w }) => `rzp_live_${w(14)}`,
  'Flutterwave secret key': ({ h }) => `FLWSECK-${h(32)}-X`,
  'Shopify token': ({ h }) => `shpat_${h(32)}`,
  'Shippo token': ({ h }) => `shippo_live_${h(40)}`,
  'EasyPost key': ({ w }) => `EZAK${w(54)}`,
  'Duffel token': ({ b }) => `duffel_live_${b(43)}`,
  // What is watched and found.
  'New Relic user key': ({ u }) => `NRAK-${u(27)}`,
  'Datadog key in an environment': ({ h }) => `DD_API_KEY=${h(32)}`,
  'Grafana service account': ({ w, h }) => `glsa_${w(32)}_${h(8)}`,
  'Grafana Cloud token': ({ w }) => `glc_${w(120)}=`,
  'Sentry token': ({ w }) => `sntryu_${w(64).toLowerCase()}`,
  'Sentry DSN': ({ h, d }) => `https://${h(32)}@o${d(6)}.ingest.sentry.io/${d(7)}`,
  'PostHog key': ({ w }) => `phx_${w(43)}`,
  'Dynatrace token': ({ u }) => `dt0c01.${u(24)}.${u(64)}`,
  'Algolia key in a header': ({ h }) => `X-Algolia-API-Key: ${h(32)}`,
  // Messages and mail.
  'Slack bot token': ({ d, w }) => `xoxb-${d(12)}-${d(13)}-${w(24)}`,
  'Slack app token': ({ d, u, h }) => `xapp-1-A${u(10)}-${d(13)}-${h(64)}`,
  'Slack webhook': ({ u, w }) => `https://hooks.slack.com/services/T${u(8)}/B${u(8)}/${w(24)}`,
  'Discord bot token': ({ b, w }) => `M${w(23)}.${b(6)}.${b(38)}`,
  'Discord webhook': ({ d, b }) => `https://discord.com/api/webhooks/${d(18)}/${b(68)}`,
  'Telegram bot token': ({ d, b }) => `1${d(9)}:AA${b(33)}`,
  'Twilio API key': ({ h }) => `SK${h(32)}`,
  'SendGrid key': ({ b }) => `SG.${b(22)}.${b(43)}`,
  'Mailgun key': ({ h }) => `key-${h(32)}`,
  'Mailchimp key': ({ h }) => `${h(32)}-us21`,
  'Brevo key': ({ h, w }) => `xkeysib-${h(64)}-${w(16)}`,
  'Resend key': ({ w }) => `re_${w(8)}_${w(24)}`,
  'Postmark header': ({ uuid }) => `X-Postmark-Server-Token: ${uuid()}`,
  'Facebook token': ({ w }) => `EAAC${w(150)}`,
  // Work.
  'Linear key': ({ w }) => `lin_api_${w(40)}`,
  'Notion token': ({ d, w }) => `ntn_${d(11)}${w(35)}`,
  'Figma token': ({ b }) => `figd_${b(40)}`,
  'Airtable token': ({ w, h }) => `pat${w(14)}.${h(64)}`,
  'HubSpot token': ({ uuid }) => `pat-na1-${uuid()}`,
  'ClickUp token': ({ d, u }) => `pk_${d(8)}_${u(32)}`,
  'Dropbox token': ({ b }) => `sl.u.${b(140)}`,
  'Contentful token': ({ b }) => `CFPAT-${b(43)}`,
  'Mapbox secret token': ({ w, b }) => `sk.eyJ1Ijoi${w(60)}.${b(22)}`,
  // Of anybody.
  'age key': ({ u }) => `AGE-SECRET-KEY-1${u(58)}`,
  'JSON Web Token': ({ b }) => `eyJhbGciOiJIUzI1NiJ9.eyJ${b(60)}.${b(43)}`,
  'OpenSSH private key': ({ w }) =>
    `-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjE${w(300)}\n-----END OPENSSH PRIVATE KEY-----`,
  'PGP private key': ({ w }) =>
    `-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n${w(300)}\n=${w(4)}\n-----END PGP PRIVATE KEY BLOCK-----`,
  'basic authorization': ({ w }) => `Authorization: Basic ${w(24)}=`,
  'bearer authorization': ({ w }) => `Authorization: Bearer ${w(40)}`,
  'session cookie': ({ w }) => `Cookie: sessionid=${w(32)}; theme=dark`,
  'cookie that is set': ({ w }) => `Set-Cookie: connect.sid=s%3A${w(32)}.${w(43)}; Path=/; HttpOnly`,
  'address with a name and a password': ({ w }) => `https://jane:${w(10)}9@intranet.example.com/files`,
  'FTP address': ({ w }) => `ftp://deploy:${w(8)}4@ftp.example.com/www`,
  'bitcoin private key': ({ next }) =>
    `L${Array.from({ length: 51 }, () => '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'[next(58)]).join('')}`,
  'password in an environment': ({ w }) => `DB_PASSWORD=${w(12)}`,
  'password in words': ({ s, d }) => `my password is ${s(6)}${d(2)}`,
}

const personalKinds: Record<string, (values: Values) => string> = {
  'e-mail': ({ s }) => `${s(6)}.${s(5)}@example.co.uk`,
  'e-mail with a plus sign': ({ s }) => `${s(6)}+shop@example.com`,
  'Visa card': ({ d }) => withLuhn(`4${d(14)}`).replace(/(.{4})(?=.)/g, '$1 '),
  Mastercard: ({ d }) => withLuhn(`52${d(13)}`),
  'American Express card': ({ d }) => withLuhn(`37${d(12)}`),
  'German account': ({ d }) => iban('DE', d(18)).replace(/(.{4})(?=.)/g, '$1 '),
  'British account': ({ d }) => iban('GB', `NWBK${d(14)}`),
  'French account': ({ d }) => iban('FR', d(23)),
  'international phone': ({ d }) => `+49 170 1${d(6)}`,
  'phone of the United States': ({ d }) => `(415) 555-${d(4)}`,
  'British phone': ({ d }) => `020 7946 0${d(3)}`,
  'French phone': ({ d }) => `+33 6 12 34 5${d(1)} ${d(2)}`,
  'social security number': ({ d }) => `219-0${1 + (Number(d(1)) % 9)}-4${d(3)}`,
  'Brazilian CPF': ({ d }) => `${d(3)}.${d(3)}.${d(3)}-${d(2)}`,
  'Swiss AHV number': ({ d }) => `756.${d(4)}.${d(4)}.${d(2)}`,
  'Italian codice fiscale': ({ d }) => `RSSMRA8${d(1)}A0${1 + (Number(d(1)) % 9)}H501U`,
}

const h32 = (of: (length: number) => string) => of(60)

/** Kind to a value of it. */
export const kinds: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...secretKinds, ...personalKinds }).map(([name, make], at) => [
    name,
    make(valuesOf(at + 1)),
  ]),
)
/** The part of a value without which it is of no use to anybody. */
export function kernelOf(value: string): string {
  const pieces = value.match(/[A-Za-z0-9+/%_-]{6,}/g) ?? [value]
  const weight = (piece: string) => (/\d/.test(piece) && /[a-z]/i.test(piece) ? 1_000 : 0) + piece.length
  return pieces.sort((one, other) => weight(other) - weight(one))[0] as string
}

const two = (value: number) => String(value).padStart(2, '0')

const harmlessKinds: ((values: Values) => string)[] = [
  ({ next }) => `v${next(20)}.${next(40)}.${next(90)}`,
  ({ next, d }) => `${next(9)}.${next(30)}.${next(30)}-beta.${d(2)}+build.${d(4)}`,
  ({ next }) => `^${next(20)}.${next(40)}.0 <${next(20) + 20}.0.0`,
  ({ h }) => h(40),
  ({ h }) => h(7),
  ({ h }) => `commit ${h(40)} of main`,
  ({ h }) => `sha256:${h(64)}`,
  ({ w }) => `sha512-${w(86)}==`,
  ({ h }) => `"etag": "${h(32)}"`,
  ({ uuid }) => uuid(),
  ({ u }) => `01J${u(23)}`,
  ({ next, d }) => `${next(900)}.${d(2)} EUR`,
  ({ d }) => `$1,${d(3)},${d(3)}.${d(2)}`,
  ({ d }) => `1.${d(3)}.${d(3)},${d(2)} €`,
  ({ next }) => `2026-${two(1 + next(12))}-${two(1 + next(28))}`,
  ({ next, d }) => `2026-${two(1 + next(12))}-${two(1 + next(28))}T1${d(1)}:2${d(1)}:3${d(1)}.${d(3)}Z`,
  ({ next }) => `${two(1 + next(28))}.${two(1 + next(12))}.2026`,
  ({ next }) => `${1 + next(12)}/${1 + next(28)}/2026 at ${next(12)}:${two(next(60))} pm`,
  ({ d }) => `17324${d(8)}`,
  ({ d }) => `order ${d(10)}`,
  ({ d }) => `Order 10${d(2)}-${d(2)}-${d(4)}`,
  ({ d }) => `INV-2026-${d(6)}`,
  ({ u, d }) => `#${u(3)}-${d(8)}`,
  ({ u, d }) => `1Z${u(6)}${d(10)}`,
  ({ d }) => `ticket ${d(6)}, invoice ${d(8)}`,
  ({ w }) => `call_${w(24)}`,
  ({ w }) => `toolu_01${w(22)}`,
  ({ h }) => `resp_${h(48)}`,
  ({ w }) => `cus_${w(14)}`,
  ({ next }) => `10.${next(255)}.${next(255)}.${next(255)}`,
  ({ d }) => `ISBN 978-3-16-${d(6)}-${d(1)}`,
  ({ s, d }) => `https://example.com/${s(8)}/articles/${d(6)}?page=${d(1)}&sort=price`,
  ({ s, d }) => `${s(8)}-report-2026-q${d(1)}.pdf`,
  ({ s }) => `/usr/local/lib/node_modules/@mastra/${s(6)}/dist/index.js`,
  ({ s }) => `getUserProfileFromDatabaseV2By${s(6)}`,
  ({ d }) => `48.${d(4)}, 2.${d(4)}`,
  ({ d }) => `a ${d(1)}.${d(2)} GHz CPU with ${d(2)} GB and ${d(4)} tokens`,
  ({ s }) => `Reset your password: choose "${s(6)}" in the settings, then the token is sent`,
  ({ s }) => `the key: ${s(7)} of the map, the secret: patience`,
  ({ d }) => `{"order": ${d(8)}, "page": 2, "total": ${d(3)}.5}`,
]

/** 500 texts in which nothing is to be found. */
export const harmless: readonly string[] = Array.from({ length: 500 }, (_, at) => {
  const make = harmlessKinds[at % harmlessKinds.length] as (values: Values) => string
  return make(valuesOf(10_000 + at))
})
