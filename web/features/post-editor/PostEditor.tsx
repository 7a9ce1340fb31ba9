import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { Post } from '../../../workers/creators/posts.schema.ts'
import { lazyComponent } from '../../lib/lazy-component.ts'
import { useSendingFiles } from '../../queries/upload/use-sending-files.ts'
import type { UploadStatus } from '../../queries/upload/use-uploads.ts'
import type { Viewer } from '../../session/viewer.ts'
import { Button } from '../../ui/Button.tsx'
import { FieldError } from '../../ui/Field.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { MediaUploader } from '../uploads/MediaUploader.tsx'
import { LinkField } from './LinkField.tsx'
import css from './post-editor.module.css'
import { SavePostDialog } from './SavePostDialog.tsx'
import { usePostEditor } from './use-post-editor.ts'

const RichEditor = lazyComponent(() => import('../listing-editor/RichEditor.tsx'), ['listing-editor', 'uploads'])

interface PostEditorProps {
  /** The name of the creator. */
  name: string
  /** The post or draft that is edited; null for a new post. */
  post: Post | null
  viewer: Viewer
  onClose: () => void
}

/** The editor of a post of the viewer: text, pictures and a video, and a link. */
export default function PostEditor({ name, post, viewer, onClose }: PostEditorProps) {
  const { t } = useLingui()
  const box = useRef<HTMLElement>(null)
  const { sending, onStatus } = useSendingFiles()
  // The fields are marked after the next render.
  const onFault = () =>
    void setTimeout(
      () => box.current?.querySelector<HTMLElement>('[aria-invalid], [data-wrong] [contenteditable], [data-wrong] input')?.focus(),
      100,
    )
  const onDraftSaved = () => {
    toast(t`The draft was saved.`)
    onClose()
  }
  const editor = usePostEditor({ name, post, userId: viewer.user_id, sending, onFault, onDraftSaved })
  useEffect(() => box.current?.querySelector('h3')?.focus(), [])
  return (
    <section ref={box} className={css.editor} aria-label={t`Editor`}>
      <header className={css.head}>
        <h3 tabIndex={-1}>{!post ? <Trans>New post</Trans> : post.draft ? <Trans>Edit the draft</Trans> : <Trans>Edit the post</Trans>}</h3>
        <div className={css.tools}>
          {editor.isTouched && (
            <Button small look="ghost" icon="trash" onClick={editor.discard}>
              <Trans>Discard the changes</Trans>
            </Button>
          )}
          <Button small look="ghost" icon="close" onClick={onClose}>
            <Trans>Close the editor</Trans>
          </Button>
        </div>
      </header>
      <Fields key={editor.epoch} editor={editor} post={post} onStatus={onStatus} />
      <SaveBar editor={editor} isPublished={post !== null && !post.draft} />
      {editor.saving && (
        <SavePostDialog
          saving={editor.saving}
          name={name}
          onClose={editor.saving.at === 'saved' ? onClose : () => editor.setSaving(null)}
          onTakeNewer={(newer) => {
            editor.setSaving(null)
            editor.takeNewer(newer)
          }}
          onKeepMine={(newer) => {
            editor.setSaving(null)
            editor.follow(newer.version)
          }}
        />
      )}
    </section>
  )
}

type Editor = ReturnType<typeof usePostEditor>
type ReportStatus = (part: string, status: UploadStatus) => void

function Fields({ editor, post, onStatus }: { editor: Editor; post: Post | null; onStatus: ReportStatus }) {
  const { t } = useLingui()
  const { draft, change, errorOf } = editor
  // The editor holds the text itself, and takes only the one that it begins with.
  const [first] = useState(draft.content)
  const textError = errorOf('content') ?? errorOf('post')
  return (
    <>
      <div className={css.rich}>
        <b>
          <Trans>Text</Trans>
        </b>
        <Suspense fallback={<Skeleton width="100%" height={274} />}>
          <RichEditor
            html={first}
            label={t`Text`}
            error={textError !== null}
            describedBy={textError ? 'post-text-error' : undefined}
            onChange={(content) => change({ content })}
            onStatus={(status) => onStatus('text', status)}
          />
        </Suspense>
        {textError && <FieldError id="post-text-error">{textError}</FieldError>}
      </div>
      <div className={css.rich}>
        <b>
          <Trans>Pictures and a video</Trans>
        </b>
        <MediaUploader
          value={draft.media}
          onChange={(media) => change({ media })}
          error={errorOf('media')}
          onStatus={(status) => onStatus('media', status)}
        />
      </div>
      <LinkField
        value={draft.link}
        onChange={(link) => change({ link })}
        error={errorOf('link')}
        saved={post?.link ? { link: post.link, preview: post.preview } : null}
      />
    </>
  )
}

/** Says where the draft is, and saves it. */
function SaveBar({ editor, isPublished }: { editor: Editor; isPublished: boolean }) {
  return (
    <div className={css.bar} data-bottom="always">
      {editor.hasFaults ? (
        <p className={`small ${css.fault}`} role="alert">
          <Trans>Not published yet. Please check the marked fields.</Trans>
        </p>
      ) : (
        <p className="small mute">
          {!editor.isTouched ? (
            <Trans>No changes yet.</Trans>
          ) : editor.isStored ? (
            <Trans>Your draft is saved on this device.</Trans>
          ) : (
            <Trans>This browser cannot store your draft. Publish it before you close the page.</Trans>
          )}
        </p>
      )}
      <Button onClick={() => editor.save(true)}>
        {isPublished ? <Trans>Turn back into a draft</Trans> : <Trans>Save as a draft</Trans>}
      </Button>
      <Button look="primary" onClick={() => editor.save(false)}>
        {isPublished ? <Trans>Save the changes</Trans> : <Trans>Publish</Trans>}
      </Button>
    </div>
  )
}
