import { useLingui } from '@lingui/react/macro'
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { toast } from '../../ui/toast.ts'
import css from './SortableList.module.css'

/** Changes a list from what it is now. The list may have changed since the press, for example before an undo. */
export type ChangeList<Item> = (change: (items: Item[]) => Item[]) => void

/**
 * A list whose items are dragged, moved by buttons, and removed with an undo. Moves are announced, and the focus stays with the item.
 * `nameOf` names an item in its heading, in the buttons and in announcements; `children` renders what is below the heading.
 */
export function SortableList<Item>({
  label,
  items,
  keyOf,
  nameOf,
  extra,
  onChange,
  children,
  least = 0,
}: {
  label: string
  items: readonly Item[]
  keyOf: (item: Item) => string
  nameOf: (item: Item, index: number) => string
  /** More buttons of an item. */
  extra?: (item: Item, index: number) => ReactNode
  onChange: ChangeList<Item>
  children?: (item: Item, index: number) => ReactNode
  /** With this many items or fewer, none can be removed. */
  least?: number
}) {
  const { t } = useLingui()
  const list = useRef<HTMLUListElement>(null)
  const [status, setStatus] = useState('')
  const focusNext = useFocusAfterChange(list)
  const drop = useId()

  const move = (key: string, to: number) => {
    const from = items.findIndex((item) => keyOf(item) === key)
    if (from < 0 || from === to || to < 0 || to >= items.length) return
    const name = nameOf(items[from]!, from)
    onChange((now) => now.toSpliced(from, 1).toSpliced(to, 0, now[from]!))
    focusNext(key, from < to ? 'down' : 'up')
    const [place, count] = [to + 1, items.length]
    setStatus(t`${name} is now at position ${place} of ${count}.`)
  }
  const remove = (index: number) => {
    const item = items[index]!
    const key = keyOf(item)
    const name = nameOf(item, index)
    const neighbour = items[index + 1] ?? items[index - 1]
    onChange((now) => now.filter((one) => keyOf(one) !== key))
    if (neighbour) focusNext(keyOf(neighbour), 'remove')
    // The item may be back already, if the undo is pressed twice.
    const undo = () => onChange((now) => (now.some((one) => keyOf(one) === key) ? now : now.toSpliced(index, 0, item)))
    toast(t`Removed: ${name}`, 'info', { label: t`Undo`, run: undo })
  }

  return (
    <>
      <ul ref={list} className={css.list} aria-label={label}>
        {items.map((item, i) => {
          const key = keyOf(item)
          const name = nameOf(item, i)
          return (
            <SortableItem key={key} id={key} type={drop} onDrop={(dropped) => move(dropped, i)}>
              {(handle) => (
                <>
                  <div className={css.head} {...handle}>
                    <span className={css.grip} title={t`Drag to move`} aria-hidden="true">
                      <Icon name="menu" />
                    </span>
                    <b className="cut">{name}</b>
                    <span className={css.tools}>
                      <IconButton
                        icon="up"
                        label={t`Move up: ${name}`}
                        data-tool="up"
                        disabled={i === 0}
                        onClick={() => move(key, i - 1)}
                      />
                      <IconButton
                        icon="down"
                        label={t`Move down: ${name}`}
                        data-tool="down"
                        disabled={i === items.length - 1}
                        onClick={() => move(key, i + 1)}
                      />
                      {extra?.(item, i)}
                      {items.length > least && (
                        <IconButton icon="trash" label={t`Remove: ${name}`} data-tool="remove" onClick={() => remove(i)} />
                      )}
                    </span>
                  </div>
                  {children?.(item, i)}
                </>
              )}
            </SortableItem>
          )
        })}
      </ul>
      <p className="unseen" role="status">
        {status}
      </p>
    </>
  )
}

/**
 * An item that is dragged by its heading (`handle`), so that texts in its fields can still be selected. `type` tells the items of this list
 * from those of others. `onDrop` gets the id of the item that was dropped here.
 */
function SortableItem({
  id,
  type,
  onDrop,
  children,
}: {
  id: string
  type: string
  onDrop: (id: string) => void
  children: (handle: object) => ReactNode
}) {
  const [isOver, setOver] = useState(false)
  const data = `application/x-warren-${type.replace(/\W/g, '')}`.toLowerCase()
  const handle = {
    draggable: true,
    onDragStart: ({ dataTransfer }: DragEvent) => {
      dataTransfer.setData(data, id)
      dataTransfer.effectAllowed = 'move'
    },
  }
  return (
    <li
      data-item={id}
      data-target={isOver || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(data)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        const dropped = event.dataTransfer.getData(data)
        setOver(false)
        if (!dropped) return
        event.preventDefault()
        onDrop(dropped)
      }}
    >
      {children(handle)}
    </li>
  )
}

/**
 * A button that moves or disappears loses the focus. After the next render, the returned function focuses a tool of an item, or another of
 * its tools if that is disabled.
 */
function useFocusAfterChange(list: { current: HTMLUListElement | null }): (key: string, tool: 'up' | 'down' | 'remove') => void {
  const wanted = useRef<{ key: string; tool: string } | null>(null)
  useEffect(() => {
    if (!wanted.current) return
    const { key, tool } = wanted.current
    wanted.current = null
    const item = list.current?.querySelector(`:scope > [data-item="${key}"]`)
    const button =
      item?.querySelector<HTMLElement>(`[data-tool="${tool}"]:enabled`) ?? item?.querySelector<HTMLElement>('[data-tool]:enabled')
    button?.focus()
  })
  return (key, tool) => {
    wanted.current = { key, tool }
  }
}
