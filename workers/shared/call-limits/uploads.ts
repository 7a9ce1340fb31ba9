import { byPerson, health, type Limits, MINUTE, type Row } from '../limit-table.ts'

const ticket: Row = { counter: 'ticket', ...byPerson(200, 1000) }

/** The limits of the calls of this area. */
export const CALL_LIMITS: Limits = {
  'POST /api/uploads/addProductFile': ticket,
  'POST /api/uploads/uploadImage': ticket,
  'POST /api/uploads/uploadFile': ticket,
  'POST /api/uploads/cloudUpload': ticket,
  'POST /api/uploads/addWork': ticket,
  // Each picture of an open conversation is one call, and each part of a video that is played.
  'GET /api/uploads/downloadCloudFile': byPerson(600, 20_000, MINUTE),
  'POST /api/uploads/signParts': byPerson(600, 3000),
  'POST /api/uploads/finishUpload': byPerson(600, 3000),
  'POST /api/uploads/deleteProductMedia': byPerson(400, 2000),
  'GET /api/uploads/downloadPrivateFile': byPerson(200, 1000),
  'GET /api/uploads/health': health,
}
