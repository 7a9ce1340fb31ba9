declare module '*.po' {
  import type { Messages } from '@lingui/core'
  export const messages: Messages
}

declare module '*.ttf?url' {
  const url: string
  export default url
}

declare module 'pdfmake/build/pdfmake.min.js' {
  const pdfMake: {
    virtualfs: { writeFileSync: (name: string, content: ArrayBuffer) => void }
    setFonts: (fonts: Record<string, { normal: string; bold: string }>) => void
    setUrlAccessPolicy: (mayRead: (url: string) => boolean) => void
    createPdf: (definition: object) => { getBlob: () => Promise<Blob> }
  }
  export default pdfMake
}
