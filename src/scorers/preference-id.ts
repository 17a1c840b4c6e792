/** By itself, because reports and comparisons load without scorers, models and Mastra. */
export const preferenceId = 'answer-preference'
