import { chat } from '../lib/api.ts'

/** Opens the room with another member, new or not; resolves with its id. `listingId` is the listing of theirs it is about. */
export const openRoom = async (userId: number, listingId?: number): Promise<string> =>
  (await (await chat.openChat.$post({ json: { users: [userId], listingId } })).json()).roomId
