// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {CollectionBase} from "./CollectionBase.sol";
import {CollectionHandler} from "./CollectionHandler.sol";

/// @dev What holds of a collection after any sequence of deeds and misdeeds.
contract CollectionInvariants is CollectionBase {
    CollectionHandler private handler;

    function setUp() public override {
        super.setUp();
        (, uint256 heirKey) = makeAddrAndKey("heir");
        address[2] memory where = [treasury, makeAddr("another treasury")];
        handler = new CollectionHandler(collection, platform, usdc, admin, where, [creatorKey, heirKey]);
        for (uint256 i = 0; i < 4; ++i) usdc.mint(handler.actors(i), 1e24);
        targetContract(address(handler));
    }

    function invariant_tokensAndMoneyAddUp() public view {
        _tokensAreMintsLessBurns();
        _theCollectionHoldsWhatItOwes();
        _whatBuyersPaidIsOwedOrCameOut();
    }

    function _tokensAreMintsLessBurns() private view {
        uint256 sum;
        for (uint256 i = 0; i < 4; ++i) sum += collection.balanceOf(handler.actors(i));
        assertEq(sum, handler.mints() - handler.burns());
    }

    function _theCollectionHoldsWhatItOwes() private view {
        for (uint256 i = 0; i < 2; ++i) {
            address currency = handler.currencies(i);
            assertEq(_balance(currency, address(collection)), handler.debtOf(currency));
        }
    }

    function _whatBuyersPaidIsOwedOrCameOut() private view {
        for (uint256 i = 0; i < 2; ++i) {
            address currency = handler.currencies(i);
            assertEq(handler.heldByPayees(currency) + handler.debtOf(currency), handler.paid(currency));
            uint256 fees = collection.owedFees(currency) + _balance(currency, treasury)
                + _balance(currency, handler.treasuries(1));
            assertEq(fees, handler.fees(currency));
        }
    }

    /// @dev Each number is whose it should be, says what it said when it was minted, and counted every step.
    function afterInvariant() public view {
        for (uint256 id = 0; id < handler.NUMBERS() + 3; ++id) {
            (address owner, bool minted, bytes32 content, uint256 transfers) = handler.known(id);
            try collection.ownerOf(id) returns (address actual) {
                assertEq(actual, owner);
            } catch {
                assertEq(owner, address(0));
            }
            assertEq(collection.contentOf(id), content);
            assertEq(collection.transferCount(id), transfers);
            try collection.voucherFloor(id) {
                assertFalse(minted);
            } catch {
                assertTrue(minted);
            }
        }
    }

    /// @dev That the handler can get everywhere: deeds drawn by lot do each thing many times over, good and bad.
    function test_theHandlerGetsEverywhere() public {
        for (uint256 i = 0; i < 2000; ++i) {
            uint256 lot = uint256(keccak256(abi.encode(i)));
            (uint256 a, uint256 b, uint256 c) = (lot >> 16, lot >> 64, lot >> 112);
            uint256 kind = lot % 16;
            if (kind == 0) a % 8 == 0 ? handler.mint(a, b, c) : handler.transfer(a, b);
            else if (kind < 4) handler.voucher(a, b, c, a % 3 != 0);
            else if (kind < 6) handler.late(a, b, c);
            else if (kind == 6) handler.revoke(a, b, c % 16 == 0);
            else if (kind < 9) handler.transfer(a, b);
            else if (kind == 9) handler.burn(a, b);
            else if (kind == 10) handler.meddle(a, b, c);
            else if (kind == 11) handler.handOver(a, b);
            else if (kind == 12) handler.misbehave(a, b % 2 == 0);
            else if (kind == 13) handler.withdraw(a, b);
            else if (kind == 14) handler.withdrawFees(a);
            else a % 2 == 0 ? handler.administer(b, c) : handler.wait(a);
        }
        string[10] memory deeds = [
            "redemptions",
            "vouchers refused",
            "mints refused",
            "revocations",
            "transfers",
            "meddlers refused",
            "hand-overs",
            "debts",
            "withdrawals",
            "fees withdrawn"
        ];
        for (uint256 i = 0; i < deeds.length; ++i) {
            emit log_named_uint(deeds[i], handler.count(deeds[i]));
            assertGt(handler.count(deeds[i]), 2, deeds[i]);
        }
        assertGt(handler.count("fees lowered"), 0);
        assertGt(handler.burns(), 5);
        invariant_tokensAndMoneyAddUp();
        afterInvariant();
    }
}
