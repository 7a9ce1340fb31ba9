import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { useFileDrop } from '../../ui/use-file-drop.ts'
import css from './Room.module.css'

/** The section of a room. Files that are dropped anywhere on it are attached to the message, unless it is `disabled`. */
export function DropSection({
  label,
  disabled,
  onFiles,
  children,
}: {
  label: string
  disabled: boolean
  onFiles: (files: FileList) => void
  children: ReactNode
}) {
  const { isOver, dropTarget } = useFileDrop(onFiles, disabled)
  return (
    <section className={css.room} aria-label={label} {...dropTarget}>
      {children}
      {isOver && (
        <p className={css.drop}>
          <Icon name="clip" size={24} />
          <Trans>Drop the files to attach them to your message</Trans>
        </p>
      )}
    </section>
  )
}
