import { deleteWorld, localDir } from '../world/world.ts'
import { printError, printLines } from './terminal.ts'

try {
  deleteWorld(localDir())
  printLines([`${localDir()} is deleted`])
} catch (error) {
  printError(error)
}
