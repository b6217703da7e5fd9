import { ApiProperty } from '@nestjs/swagger';
import { errorStatus } from './api-error';
import { type ErrorReason, errorReasons } from './error-reasons';
import { type FieldErrorCode, fieldErrorCodes } from './field-error-codes';

export class FieldErrorBody {
  @ApiProperty({ type: String }) field: string;
  @ApiProperty({ type: String }) message: string;
  @ApiProperty({ type: String, enum: fieldErrorCodes }) code: FieldErrorCode;
  @ApiProperty({ type: 'object', additionalProperties: true, selfRequired: true }) params: Record<
    string,
    unknown
  >;
}

/** The error body of every answer that isn't 2xx. */
export class ErrorBody {
  @ApiProperty({ type: String, description: 'The message again, for clients that read `error`' })
  error: string;
  @ApiProperty({ type: String }) message: string;
  @ApiProperty({ type: String, enum: Object.keys(errorStatus) }) code: string;
  @ApiProperty({ type: String, enum: errorReasons, required: false }) reason?: ErrorReason;
  @ApiProperty({ type: [FieldErrorBody], required: false }) details?: FieldErrorBody[];
  @ApiProperty({ type: 'object', additionalProperties: true, selfRequired: false }) context?: Record<
    string,
    unknown
  >;
  @ApiProperty({ type: String }) request_id: string;
}
