import { type ReactNode, Suspense, useCallback, useMemo, useState } from 'react'
import type { Message } from '../../../workers/chat/messages.schema.ts'
import { lazyComponent } from '../../lib/lazy-component.ts'
import type { Outgoing } from '../../lib/outgoing-messages.ts'
import { OpenPicture, picturesOf } from './lightbox.ts'

const Lightbox = lazyComponent(() => import('./Lightbox.tsx'), ['chat'])

interface PictureViewerProps {
  messages: readonly Message[]
  /** Messages that are being sent. */
  outgoing: readonly Outgoing[]
  children: ReactNode
}

/** Opens the pictures of the messages below in the lightbox, which is loaded at the first press. */
export function PictureViewer({ messages, outgoing, children }: PictureViewerProps) {
  const [opened, setOpened] = useState<string | null>(null)
  const pictures = useMemo(() => picturesOf(messages, outgoing), [messages, outgoing])
  const close = useCallback(() => setOpened(null), [])
  return (
    <OpenPicture value={setOpened}>
      {children}
      {opened && (
        <Suspense>
          <Lightbox pictures={pictures} first={opened} onClose={close} />
        </Suspense>
      )}
    </OpenPicture>
  )
}
