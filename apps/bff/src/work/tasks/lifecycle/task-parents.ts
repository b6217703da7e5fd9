import { type TaskParent, taskParents } from '@tessera/domain';
import { ApiError } from '../../../platform/errors/api-error';

/** The code of a deleted parent, such as `LOGIN_DELETED`. */
export const deletedParentCode = <P extends TaskParent>(deleted: P): `${Uppercase<P>}_DELETED` =>
  `${deleted.toUpperCase() as Uppercase<P>}_DELETED`;
export const deletedParentCodes = taskParents.map((parent) => deletedParentCode(parent));

/** The English text of a deleted parent. */
export const deletedParentText = (deleted: TaskParent): string => `Its ${deleted} was deleted`;

/** 409 CONFLICT that names the deleted parent; the trigger `refuse_deleted_parents` raises the same for new rows. */
export const parentDeletedError = (deleted: TaskParent): ApiError =>
  new ApiError('CONFLICT', `${deletedParentText(deleted)}: it can't be started again`, {
    reason: 'PARENT_DELETED',
    context: { field: `${deleted}_id` },
  });
