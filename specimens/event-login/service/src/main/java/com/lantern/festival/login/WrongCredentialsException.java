package com.lantern.festival.login;

public class WrongCredentialsException extends RuntimeException {
    WrongCredentialsException() {
        super("E-mail or password is wrong");
    }
}
