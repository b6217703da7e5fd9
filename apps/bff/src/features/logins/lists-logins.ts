import { applyDecorators } from '@nestjs/common';
import { ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { Lists } from '../../platform/http/answers';
import { RowsOf } from '../../platform/http/csv.interceptor';
import { LoginDto, LoginSummaryDto } from './logins.dto';

/** Documents a list of logins: whole for those with write, the summary for others (contract section 2). */
export const ListsLogins = () =>
  applyDecorators(
    Lists(LoginSummaryDto, { versioned: true }),
    RowsOf(LoginDto, LoginSummaryDto),
    ApiResponse({
      status: 200,
      schema: {
        type: 'array',
        items: { anyOf: [{ $ref: getSchemaPath(LoginDto) }, { $ref: getSchemaPath(LoginSummaryDto) }] },
      },
    }),
  );
