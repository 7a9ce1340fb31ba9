import { Node } from '@tiptap/react'
import { paths } from '../../lib/paths.ts'

/**
 * A picture in the text, which the author has uploaded. The HTML contains its media id and size (`<img data-media data-size>`); its URL is
 * only in what the editor shows.
 */
export const RichPicture = Node.create({
  name: 'picture',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    media: { parseHTML: (element: HTMLElement) => element.getAttribute('data-media') },
    size: { parseHTML: (element: HTMLElement) => element.getAttribute('data-size') },
  }),
  parseHTML: () => [{ tag: 'img[data-media][data-size]' }],
  renderHTML: ({ node }) => ['img', { 'data-media': node.attrs.media as string, 'data-size': node.attrs.size as string }],
  addNodeView:
    () =>
    ({ node }) => {
      const dom = document.createElement('img')
      const [width = '', height = ''] = String(node.attrs.size).split('x')
      Object.assign(dom, { src: paths.media(String(node.attrs.media), 640), alt: '', width: Number(width), height: Number(height) })
      return { dom }
    },
})
