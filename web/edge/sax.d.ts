/** The parts of the XML parser that the tests of feeds use: it has no types of its own. */
declare module 'sax' {
  interface Tag {
    /** With its prefix. */
    name: string
    attributes: Record<string, { value: string }>
  }
  interface Parser {
    onerror: (error: Error) => void
    onopentag: (tag: Tag) => void
    onclosetag: (name: string) => void
    ontext: (text: string) => void
    write: (xml: string) => Parser
    close: () => Parser
  }
  export function parser(strict: boolean, options: { xmlns: boolean }): Parser
}
