import { useLingui } from '@lingui/react/macro'
import { useContext, useState } from 'react'
import { type MessageFile, messageFileKind } from '../../../workers/uploads/message-files.schema.ts'
import { formatBytes } from '../../lib/format-bytes.ts'
import { cloudFileUrl, cloudPictureUrl } from '../../queries/cloud-files.ts'
import { Icon } from '../../ui/Icon.tsx'
import { OpenPicture } from './lightbox.ts'
import css from './MessageFiles.module.css'

/** The files of a message: pictures and videos to look at, and the others to save. */
export function MessageFiles({ files }: { files: readonly MessageFile[] }) {
  const pictures = files.filter(({ mimeType }) => messageFileKind(mimeType) === 'image')
  const others = files.filter((file) => !pictures.includes(file))
  return (
    <>
      {pictures.length > 0 && (
        <ul className={css.pictures} data-count={Math.min(pictures.length, 3)}>
          {pictures.map((file) => (
            <PictureButton key={file.id} file={file} isSingle={pictures.length === 1} />
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <ul className={css.files}>
          {others.map((file) => (
            <li key={file.id}>{messageFileKind(file.mimeType) === 'video' ? <Video file={file} /> : <FileLink file={file} />}</li>
          ))}
        </ul>
      )}
    </>
  )
}

/** A picture that opens in the lightbox. Its place has the shape of the picture before it is loaded. */
function PictureButton({ file, isSingle }: { file: MessageFile; isSingle: boolean }) {
  const { t } = useLingui()
  const open = useContext(OpenPicture)
  const [hasFailed, setFailed] = useState(false)
  const { id, name, placeholder } = file
  const [width, height] = [file.width ?? 4, file.height ?? 3]
  if (hasFailed)
    return (
      <li>
        <FileLink file={file} />
      </li>
    )
  return (
    <li>
      <button
        type="button"
        className={css.picture}
        aria-label={t`Open ${name}`}
        style={{
          // Not flatter or higher than what a conversation can show well.
          ...(isSingle && { aspectRatio: Math.min(2.4, Math.max(0.7, width / height)) }),
          ...(placeholder && { backgroundImage: `url("${placeholder}")` }),
        }}
        onClick={() => open(id)}
      >
        <img src={cloudPictureUrl(id, 640)} alt="" width={width} height={height} loading="lazy" onError={() => setFailed(true)} />
      </button>
    </li>
  )
}

/** A video with controls; one that this browser cannot play is a file to save. */
function Video({ file }: { file: MessageFile }) {
  const [isUnplayable, setUnplayable] = useState(false)
  if (isUnplayable) return <FileLink file={file} />
  return (
    // biome-ignore lint/a11y/useMediaCaption: members send each other videos without captions
    <video
      className={css.video}
      // Shows a frame before it is played.
      src={`${cloudFileUrl(file.id)}#t=0.1`}
      controls
      playsInline
      preload="metadata"
      aria-label={file.name}
      onError={() => setUnplayable(true)}
    />
  )
}

/** A link that saves a file, with its name, type and size. */
function FileLink({ file: { id, name, size } }: { file: MessageFile }) {
  const { t } = useLingui()
  const extension = name.split('.').at(-1)!.toUpperCase()
  return (
    <a className={css.file} href={cloudFileUrl(id)} download={name} aria-label={t`Save ${name}`}>
      <span className={css.type} aria-hidden="true">
        <Icon name="file" size={22} />
      </span>
      <span className={css.about}>
        <bdi className={css.name}>{name}</bdi>
        <span className={css.size}>
          {extension} · {formatBytes(size)}
        </span>
      </span>
      <Icon name="download" />
    </a>
  )
}
