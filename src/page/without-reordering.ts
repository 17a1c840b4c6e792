const controls = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * Removes the controls that change the order of the text around them: a page shows none, because one in a name would
 * turn round the page's own words and numbers. The marks that Arabic and Hebrew use (U+061C, U+200E, U+200F) stay.
 */
export const withoutReordering = (text: string): string => text.replace(controls, '')
