import { type DragEvent, useState } from 'react'

/** Lets files be dropped on an element that has the attributes of `dropTarget`. */
export function useFileDrop(onFiles: (files: FileList) => void, disabled = false) {
  const [isOver, setOver] = useState(false)
  const canDrop = (event: DragEvent) => !disabled && event.dataTransfer.types.includes('Files')
  const dropTarget = {
    onDragOver: (event: DragEvent) => {
      if (!canDrop(event)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      setOver(false)
      if (!canDrop(event)) return
      event.preventDefault()
      onFiles(event.dataTransfer.files)
    },
  }
  return { isOver, dropTarget }
}
