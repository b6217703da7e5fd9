import { Json } from '../../platform/http/fields';
import { SignInDto } from '../auth/auth.dto';
import { PasskeyAssertion } from './passkeys.dto';

/** Body of `POST /auth/passkey`. */
export class PasskeySignInDto extends SignInDto {
  @Json({ type: PasskeyAssertion }) assertion: PasskeyAssertion;
}
