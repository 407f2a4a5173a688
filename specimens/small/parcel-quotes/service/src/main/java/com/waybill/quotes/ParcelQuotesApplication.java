package com.waybill.quotes;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
public class ParcelQuotesApplication {
    public static void main(String[] args) {
        SpringApplication.run(ParcelQuotesApplication.class, args);
    }
}
