/** Written after the judge was fitted, not used for fitting or for choosing features: yes, unsure, no. */
export const freshExamples: readonly (readonly [
  question: string,
  yes: string,
  unsure: string,
  no: string,
])[] = [
  [
    'Who discovered penicillin?',
    'Alexander Fleming discovered it in his London laboratory.',
    'Penicillin is used against bacterial infections.',
    'The ferry to the island leaves every two hours.',
  ],
  [
    'When does the library open on Saturdays?',
    'On Saturdays the library opens at 10 a.m.',
    'The library has more than forty thousand books.',
    'Carrots grow best in loose, sandy soil.',
  ],
  [
    'How many legs does a spider have?',
    'Spiders have eight legs.',
    'Spiders spin webs to catch insects.',
    'The invoice was paid by bank transfer.',
  ],
  [
    'How do I change a flat bicycle tyre?',
    'Remove the wheel, lever the tyre off the rim and replace the inner tube.',
    'Bicycle tyres come in many widths.',
    'Mozart composed more than six hundred works.',
  ],
  [
    'Where is the Eiffel Tower?',
    'It stands on the Champ de Mars in Paris.',
    'The Eiffel Tower was built for the world fair of 1889.',
    'Add a pinch of salt to the boiling water.',
  ],
  [
    'Why do leaves turn yellow in autumn?',
    'Because the green chlorophyll breaks down and yellow pigments become visible.',
    'Many people enjoy walking in the woods in autumn.',
    'The printer needs a new cartridge.',
  ],
  [
    'Can I return shoes that I have worn outside?',
    'No, shoes can only be returned unworn and in the original box.',
    'We sell shoes in sizes 35 to 48.',
    'The moon orbits the earth in about 27 days.',
  ],
  [
    'What is photosynthesis?',
    'Photosynthesis is the process by which plants turn light into chemical energy.',
    'Plants are found on every continent.',
    'Your parcel has been handed to the courier.',
  ],
  [
    'How much does the annual plan cost?',
    'The annual plan is 96 euros.',
    'There is also a monthly plan.',
    'Whales breathe air through a blowhole.',
  ],
  [
    'Which river flows through Cairo?',
    'The Nile flows through Cairo.',
    'Cairo is the largest city of Egypt.',
    'A good mattress should be replaced after ten years.',
  ],
  [
    'How long should I boil an egg?',
    'A soft egg takes about five minutes, a hard one ten.',
    'Eggs are a good source of protein.',
    'The train was cancelled because of snow.',
  ],
  [
    'What are the side effects of ibuprofen?',
    'Common side effects are stomach pain, nausea and heartburn.',
    'Ibuprofen is sold as tablets and as a gel.',
    'The roof of the stadium can be closed.',
  ],
  [
    'Can you suggest a restaurant near the station?',
    'Try Da Mario, two minutes from the station on foot.',
    'The station was renovated last year.',
    'Granite is harder than marble.',
  ],
  [
    'How does a refrigerator keep food cold?',
    'A coolant evaporates in the coils and carries the heat out of the box.',
    'Fridges should be cleaned twice a year.',
    'The novel was translated into thirty languages.',
  ],
  [
    'Who is responsible for approving my holiday?',
    'Your team lead, Ms Novak, approves holiday requests.',
    'Employees have 28 days of holiday.',
    'Lightning is hotter than the surface of the sun.',
  ],
  [
    'how do i undo the last git commit',
    'Run git reset --soft HEAD~1 to undo it and keep the changes.',
    'Git was written by Linus Torvalds.',
    'Our gym offers yoga on Mondays.',
  ],
]
