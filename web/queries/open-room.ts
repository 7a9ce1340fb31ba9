import { chat } from '../lib/api.ts'

/** Opens or creates the room with another member; resolves with its id. `listingId` is the other member's listing the room is about. */
export const openRoom = async (userId: number, listingId?: number): Promise<string> =>
  (await (await chat.openChat.$post({ json: { users: [userId], listingId } })).json()).roomId
