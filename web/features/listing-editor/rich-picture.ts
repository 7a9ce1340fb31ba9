import { Node } from '@tiptap/react'
import { paths } from '../../lib/paths.ts'

/**
 * A picture among the text, one of the author's uploads. What is written down is its media id and its size (`<img data-media data-size>`);
 * only what is seen in the editor knows an address.
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
