package com.lantern.festival.messaging.token;

public class MissingTokenException extends RuntimeException {
    MissingTokenException() {
        super("The messaging token of the device is needed");
    }
}
