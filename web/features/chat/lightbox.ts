import { createContext } from 'react'
import type { Message } from '../../../workers/chat/messages.schema.ts'
import { type MessageFile, messageFileKind } from '../../../workers/uploads/message-files.schema.ts'
import type { Outgoing } from '../../lib/outgoing-messages.ts'

/** Opens the picture with this id, among those of the room. */
export const OpenPicture = createContext<(id: string) => void>(() => {})

/** The pictures of messages in their order, then those of messages that are being sent: each can be opened. */
export const picturesOf = (messages: readonly Message[], outgoing: readonly Outgoing[]): MessageFile[] =>
  [...messages.map(({ message }) => message.files), ...outgoing.map(({ files }) => files)].flatMap(
    (files) => files?.filter(({ mimeType }) => messageFileKind(mimeType) === 'image') ?? [],
  )
