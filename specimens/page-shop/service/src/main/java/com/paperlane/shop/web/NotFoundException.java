package com.paperlane.shop.web;

public class NotFoundException extends RuntimeException {
    public NotFoundException(String what) {
        super(what + " is not known");
    }
}
