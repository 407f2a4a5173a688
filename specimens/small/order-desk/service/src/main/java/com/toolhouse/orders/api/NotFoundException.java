package com.toolhouse.orders.api;

public class NotFoundException extends RuntimeException {
    public NotFoundException(String what) {
        super("there is no " + what);
    }
}
