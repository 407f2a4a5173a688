package com.lantern.festival.messaging.token;

public class TokenUnavailableException extends RuntimeException {
    TokenUnavailableException(Throwable cause) {
        super("The messaging provider gives no token: " + cause.getMessage(), cause);
    }
}
