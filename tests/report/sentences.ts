/** What customers ask, an agent says and a judge thinks of it: for runs that read like real ones. */

export const questions = [
  'How long do I have to send a jacket back that I have already worn once?',
  'Can I change the delivery address after the parcel has left the warehouse?',
  'Where do I find the invoice for my last three orders?',
  'Why was my card charged twice for the same pair of shoes?',
  'Do you ship to the Canary Islands, and who pays the customs?',
  'Is the lamp dimmable, and which bulb does it take?',
  'How do I close my account and have my data deleted?',
  '返品した場合、返金はいつ口座に振り込まれますか？',
] as const

export const answerSentences = [
  'You can return worn items within 30 days as long as the label is still attached.',
  'Refunds reach your account within five working days after the parcel has arrived.',
  'The address can be changed until the parcel has been handed to the carrier.',
  'Invoices are in your account under “Orders”, each as a PDF file.',
  'A second charge is often a reservation that your bank releases after three days.',
  'We ship to the Canary Islands; import duties are paid by the recipient.',
  'The lamp takes an E27 bulb of up to 60 watts and can be dimmed.',
  'To close your account, write to privacy@example.com from your registered address.',
  'Thank you for being such a valued member of our community!',
  'Our shop was founded in 1987 in a small harbour town.',
  'Express delivery costs 9.90 euros and arrives on the next working day.',
  '返金は通常5営業日以内に行われます。',
] as const

export const judgeWords = {
  good: [
    'It says what was asked, with the period.',
    'The help page says so in the same words.',
    'A direct answer to the second part of the question.',
  ],
  partly: [
    'It is about returns, but leaves open what happens to worn items.',
    'The page gives the period, yet not from when it counts.',
  ],
  bad: [
    'Nobody asked for the history of the shop.',
    'The context says 14 days, not 30.',
    'A polite phrase that answers nothing.',
  ],
} as const
