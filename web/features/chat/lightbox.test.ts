import { expect, it } from 'vitest'
import type { Message } from '../../../workers/chat/messages.schema.ts'
import type { MessageFile } from '../../../workers/uploads/message-files.schema.ts'
import type { Outgoing } from '../../lib/outgoing-messages.ts'
import { picturesOf } from './lightbox.ts'

const file = (id: string, mimeType: string) => ({ id, mimeType }) as MessageFile
const message = (...files: MessageFile[]) => ({ message: { text: '', files } }) as Message
const outgoing = (...files: MessageFile[]) => ({ files }) as Outgoing

it('the pictures of the room come in the order of its messages, also those that are being sent', () => {
  const stored = [message(file('a', 'image/png'), file('b', 'application/pdf')), { message: { text: 'x' } } as Message]
  const sent = [outgoing(file('c', 'video/mp4'), file('d', 'image/webp')), { text: 'y' } as Outgoing]
  expect(picturesOf(stored, sent).map(({ id }) => id)).toEqual(['a', 'd'])
  expect(picturesOf([...stored, message(file('d', 'image/webp'))], []).map(({ id }) => id)).toEqual(['a', 'd'])
})
