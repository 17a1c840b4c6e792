import { isMixed } from './finders.ts'

/** Prefixes of keys for which secretlint has no rule, or one for a single length, as a pattern. */
export const keyPrefixes = [
  // Models and related services.
  'c?sk-|sk_(?=[a-z\\d]{32})|pplx-|xai-|nvapi-|r8_|fw_|tgp_v1_|jina_|tvly-|lsv2_(?:pt|sk)_|AIza|ya29\\.|GOCSPX-|api_org_|fc-(?=[\\da-f]{32})|pa-(?=[\\w-]{43})',
  // Payment and trade.
  '(?:[sr]k_)?(?:live|test)_|access-(?:production|development|sandbox)-|amzn\\.mws\\.|nsec1|whsec_|sq0(?:atp|csp)-|EAAA|access_token\\$(?:production|sandbox)\\$|rzp_(?:live|test)_|FLWSECK(?:_TEST)?-|shippo_(?:live|test)_|EZ[AT]K|duffel_(?:live|test)_|c[ks]_(?=[\\da-f]{40})|pdl_(?:live|sdbx)_',
  // Code, packages, builds.
  'packagist_[a-z]{3}_|gl(?:ptt|dt|rt|cbt|soat|ft|imt|agent|oas)-|pypi-|rubygems_|oy2(?=[a-z\\d]{43})|cio(?=\\w{32})|CLOJARS_|dckr_oat_|bk[ua]a?_|CCIPA?T_|ATATT3|ATCTT3|ATBB|sgp_|sq[apu]_|PMAK-|AKCp(?=\\w{60})|GR1348941|API-(?=[A-Z\\d]{20})|(?:api|mob)-(?=[\\da-f]{8}-)',
  // Clouds and databases.
  'A(?:[KSB]IA|CCA)(?=[A-Z\\d]{16})|IQoJb3JpZ2lu|ABSK|1//0|AQVN(?=[\\w-]{35})|mdb_sa_|ddp_|dbt[cu]_|LTAI|AKID|do[opr]_v1_|fm[12][a-z]?_|rnd_|nfp_|HRKU-|pul-|hv[bsr]\\.|s\\.(?=[A-Za-z]{0,23}\\d)(?=[A-Za-z\\d]{24}(?!\\w))|sb[ps]?_(?:secret_)?|pscale_(?:tkn|pw|oauth)_|napi_|sha256~|CFPAT-|v1\\.0-(?=[\\da-f]{24}-)|scw_',
  // Monitoring, messages, mail and work.
  'xox[abdeoprs]-|md-(?=[\\w-]{22}(?![\\w-]))|1000\\.(?=[\\da-f]{32}\\.)|ATTA(?=[\\da-f]{60})|00D\\w{12}(?=!)|tfp_|IGQV|act\\.(?=\\w{30})|WPL_AP1\\.|NRA[AKL]-|NRJS-|NRII-|sntry[su]_|ph[cx]_|dp\\.(?:pt|st|ct|sa|scim|audit)\\.|dt0[a-z]\\d\\d\\.|xwfp-|xapp-|xkeysib-|xsmtpsib-|mlsn\\.|SG\\.(?=[\\w-]{22}\\.)|re_(?=\\w{8}_\\w)|key-(?=[\\da-f]{32})|(?:AC|SK)(?=[\\da-f]{32})|EAA[A-Za-z]|sl\\.(?:u\\.)?(?=[\\w-]{60})',
  'lin_oauth_|s-s4t2(?:ud|af)-|sm_[aps]at_|scauth_|hca[il]k_|akab-|xaat-|sdk-(?=[\\da-f]{8}-)|[ps]at\\.(?=[\\w-]{22}\\.)|st\\.(?=[\\da-f]{8}-)|vk1\\.a\\.|t1\\.(?=\\w{20})|LS0tLS1CRUdJTi|secret_(?=\\w{43})|fig[uo]r?_|pat-[a-z]{2,3}\\d-|pat(?=\\w{14}\\.)|rdme_|cal_(?:live|test)_|ory_[a-z]{2,3}_|AGE-SECRET-KEY-|eyJrIjoi|pk_(?=\\d{6,9}_)|[sp]k\\.eyJ|ops_eyJ',
].join('|')

/** Rejects words with hyphens; the few characters of a short token may happen to have no digit. */
export const isToken = (text: string): boolean =>
  isMixed(text) || (text.match(/[a-z](?=[A-Z])/g)?.length ?? 0) > 2 || /[a-z]{24}/i.test(text)
