/** Written after the judge was fitted, not used for fitting or for choosing features. */
export const freshClaims: readonly {
  readonly context: Readonly<Record<string, string>>
  readonly yes: string
  readonly no: string
  readonly unsure: string
}[] = [
  {
    context: { c1: 'The museum opens at ten and admission is 14 euros; students pay 7 euros.' },
    yes: 'Students pay 7 euros.',
    no: 'Admission is 20 euros.',
    unsure: 'The museum has a café on the roof.',
  },
  {
    context: {
      c1: 'Our headquarters are in Oslo.',
      c2: 'The chief executive is Ingrid Solberg, since 2019.',
    },
    yes: 'Ingrid Solberg is the chief executive.',
    no: 'The chief executive is Peter Hansen.',
    unsure: 'The company sponsors a ski race.',
  },
  {
    context: { c1: 'The battery lasts 18 hours and charges in 90 minutes. The watch is not waterproof.' },
    yes: 'It charges in 90 minutes.',
    no: 'The watch is waterproof.',
    unsure: 'The strap is made of leather.',
  },
  {
    context: { c1: 'Bees visit about two million flowers to make a pound of honey.' },
    yes: 'To make a pound of honey, bees visit around two million flowers.',
    no: 'Bees visit about two hundred flowers to make a pound of honey.',
    unsure: 'Bears like the taste of honeycomb.',
  },
  {
    context: { c1: 'The contract ends on 31 March 2027. Either party may cancel with three months notice.' },
    yes: 'The contract ends on 31 March 2027.',
    no: 'The contract ends on 31 March 2025.',
    unsure: 'The landlord pays for repairs of the roof.',
  },
  {
    context: {
      c1: 'Marie Curie won Nobel Prizes in physics and in chemistry.',
      c2: 'She was born in Warsaw.',
    },
    yes: 'Curie was born in Warsaw.',
    no: 'Curie was born in Vienna.',
    unsure: 'Her notebooks are still radioactive.',
  },
  {
    context: { c1: 'The trail is 12 kilometres long and closed in winter. Dogs are allowed on a leash.' },
    yes: 'Dogs on a leash are allowed.',
    no: 'The trail is open in winter.',
    unsure: 'Parking costs three dollars.',
  },
  {
    context: { c1: 'Exports are saved as CSV. PDF export is planned for the next release.' },
    yes: 'Exports are saved as CSV files.',
    no: 'Exports are never saved as CSV.',
    unsure: 'The dashboard refreshes every minute.',
  },
]
