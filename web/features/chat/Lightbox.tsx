import { Trans, useLingui } from '@lingui/react/macro'
import { type CSSProperties, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { MessageFile } from '../../../workers/uploads/message-files.schema.ts'
import { cloudFileUrl, cloudPictureUrl } from '../../queries/cloud-files.ts'
import { IconButton } from '../../ui/Button.tsx'
import { onBack } from '../../ui/back.ts'
import { Icon } from '../../ui/Icon.tsx'
import { focusPath, returnFocus } from '../../ui/return-focus.ts'
import css from './Lightbox.module.css'

interface LightboxProps {
  /** The pictures of the room, oldest first. */
  pictures: readonly MessageFile[]
  /** The picture to show first. */
  first: string
  onClose: () => void
}

/** The shape of a picture, with its placeholder. */
const styleOf = ({ width, height, placeholder }: MessageFile): CSSProperties => ({
  ...(width && height && { '--width': `${width}px`, '--ratio': width / height }),
  ...(placeholder && { backgroundImage: `url("${placeholder}")` }),
})

/** Shows a picture of a conversation on the whole screen. The arrow keys and buttons lead to the others, and Esc closes it. */
export default function Lightbox({ pictures, first, onClose }: LightboxProps) {
  const { t } = useLingui()
  const [id, setId] = useState(first)
  const ref = useRef<HTMLDialogElement>(null)
  const at = pictures.findIndex((one) => one.id === id)
  const picture = pictures[at]

  useLayoutEffect(() => {
    const dialog = ref.current
    const path = focusPath()
    dialog?.showModal()
    return () => {
      dialog?.close()
      returnFocus(path)
    }
  }, [])
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => onBack(() => close.current()), [])
  // Its message was deleted meanwhile.
  useEffect(() => {
    if (!picture) close.current()
  }, [picture])

  const go = (by: number) => {
    const next = pictures[at + by]
    if (next) setId(next.id)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') go(-1)
    else if (event.key === 'ArrowRight') go(1)
    else return
    event.preventDefault()
  }
  const [place, count] = [at + 1, pictures.length]
  return createPortal(
    <dialog
      ref={ref}
      className={css.lightbox}
      aria-label={t`Pictures of the conversation`}
      onKeyDown={press}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      {picture && (
        <>
          <header className={css.head}>
            <p aria-live="polite">
              <bdi className={css.name}>{picture.name}</bdi>
              <span className={css.place}>
                <Trans>
                  {place} of {count}
                </Trans>
              </span>
            </p>
            <a className={css.save} href={cloudFileUrl(id)} download={picture.name} aria-label={t`Save ${picture.name}`} title={t`Save`}>
              <Icon name="download" size={20} />
            </a>
            <IconButton icon="close" label={t`Close`} onClick={onClose} />
          </header>
          {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: by keyboard, Esc closes it */}
          <div className={css.stage} onClick={(event) => event.target === event.currentTarget && onClose()}>
            <img
              key={id}
              // A smaller version of an animation would stand still.
              src={picture.mimeType === 'image/gif' ? cloudFileUrl(id) : cloudPictureUrl(id, 1280)}
              alt={picture.name}
              width={picture.width ?? undefined}
              height={picture.height ?? undefined}
              style={styleOf(picture)}
            />
          </div>
          <div className={css.previous}>
            <IconButton icon="left" label={t`Previous picture`} disabled={at === 0} onClick={() => go(-1)} />
          </div>
          <div className={css.next}>
            <IconButton icon="right" label={t`Next picture`} disabled={place === count} onClick={() => go(1)} />
          </div>
        </>
      )}
    </dialog>,
    document.body,
  )
}
