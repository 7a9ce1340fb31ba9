/** The characters of a line in the widest bubble. */
const LINE = 52

/** About how many lines a text has in the widest bubble. A Japanese character is as wide as two Latin ones. */
export const lineCount = (text: string): number =>
  text.split('\n').reduce((sum, line) => {
    const wide = line.match(/[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff\uff00-\uff60]/g)?.length ?? 0
    return sum + Math.max(1, Math.ceil((line.length + wide) / LINE))
  }, 0)
