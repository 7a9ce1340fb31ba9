/** The level of headings below the title of a section: one level less if the section has no title. */
export type SubHeading = 'h2' | 'h3'
