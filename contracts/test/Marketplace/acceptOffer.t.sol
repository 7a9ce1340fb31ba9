// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC721Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {Marketplace} from "../../src/Marketplace.sol";
import {HostileParty} from "../mocks/HostileParty.sol";
import {MarketBase} from "./MarketBase.sol";

contract AcceptOfferTest is MarketBase {
    function test_exchangesTokenAndMoney() public {
        address[3] memory currencies = [NATIVE, address(usdc), address(usdt)];
        uint256 snapshot = vm.snapshotState();
        for (uint256 i = 0; i < 3; ++i) {
            _approve();
            uint256 index = _offer(PRICE, currencies[i]);
            vm.expectEmit(address(market));
            emit Marketplace.PurchasedNFT(
                address(nft), ID, buyer, seller, PRICE, currencies[i], FEE, ROYALTY, royalties, index
            );
            _accept(PRICE, currencies[i]);
            assertEq(nft.ownerOf(ID), buyer);
            assertEq(_balance(currencies[i], seller), 1e30 + PROCEEDS);
            assertEq(_balance(currencies[i], buyer), 1e30 - PRICE);
            assertEq(_balance(currencies[i], royalties), ROYALTY);
            assertEq(_balance(currencies[i], address(market)), FEE);
            assertEq(market.feesOf(currencies[i]), FEE);
            assertFalse(_hasOffer());
            vm.revertToState(snapshot);
        }
    }

    /// @dev The seller approves the marketplace for all tokens instead of this one.
    function test_acceptsAnApprovalForAll() public {
        vm.prank(seller);
        nft.setApprovalForAll(address(market), true);
        _offer(PRICE, NATIVE);
        _accept(PRICE, NATIVE);
        assertEq(nft.ownerOf(ID), buyer);
    }

    function test_revertsWithoutAnApproval() public {
        _offer(PRICE, NATIVE);
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721InsufficientApproval.selector, address(market), ID));
        _accept(PRICE, NATIVE);
        assertTrue(_hasOffer());
    }

    function test_endsTheTokensListing() public {
        _list(address(usdc));
        _offer(PRICE, NATIVE);
        _accept(PRICE, NATIVE);
        assertFalse(_isListed(address(nft)));
        // the listing stays removed when the token returns to the seller and is approved again
        vm.prank(buyer);
        nft.transferFrom(buyer, seller, ID);
        _approve();
        assertFalse(_isListed(address(nft)));
        vm.expectRevert(abi.encodeWithSelector(Marketplace.NotListed.selector, address(nft), ID));
        _purchase(address(nft), PRICE, address(usdc));
    }

    function test_rejectsOthersThanTheOwner() public {
        _approve();
        _offer(PRICE, NATIVE);
        vm.expectRevert(abi.encodeWithSelector(Marketplace.NotOwner.selector, address(nft), ID, stranger));
        vm.prank(stranger);
        market.acceptOffer(address(nft), ID, buyer, PRICE, NATIVE, CUT_BPS);
    }

    /// @dev An offer stays valid when the token's owner changes.
    function test_aNewOwnerCanAcceptAfterATransfer() public {
        _approve();
        _offer(PRICE, NATIVE);
        vm.prank(seller);
        nft.transferFrom(seller, stranger, ID);
        vm.expectRevert(abi.encodeWithSelector(Marketplace.NotOwner.selector, address(nft), ID, seller));
        _accept(PRICE, NATIVE);
        vm.startPrank(stranger);
        nft.approve(address(market), ID);
        market.acceptOffer(address(nft), ID, buyer, PRICE, NATIVE, CUT_BPS);
        assertEq(nft.ownerOf(ID), buyer);
        assertEq(stranger.balance, 1e30 + PROCEEDS);
    }

    function test_rejectsACancelledOffer() public {
        _approve();
        _offer(PRICE, NATIVE);
        _cancel();
        vm.expectRevert(abi.encodeWithSelector(Marketplace.NoOffer.selector, address(nft), ID, buyer));
        _accept(PRICE, NATIVE);
    }

    function test_rejectsAnAcceptedOffer() public {
        _approve();
        _offer(PRICE, NATIVE);
        vm.prank(stranger);
        market.createOffer{value: PRICE}(address(nft), ID, PRICE, NATIVE, EXPIRES);
        _accept(PRICE, NATIVE);
        vm.prank(buyer);
        nft.transferFrom(buyer, seller, ID);
        _approve();
        vm.expectRevert(abi.encodeWithSelector(Marketplace.NoOffer.selector, address(nft), ID, buyer));
        _accept(PRICE, NATIVE);
        assertEq(address(market).balance, PRICE + FEE);
    }

    function test_rejectsALoweredPrice() public {
        _approve();
        _offer(PRICE, NATIVE);
        _offer(PRICE - 1, NATIVE);
        vm.expectRevert(abi.encodeWithSelector(Marketplace.TermsChanged.selector, PRICE - 1, NATIVE));
        _accept(PRICE, NATIVE);
    }

    function test_rejectsAChangedCurrency() public {
        _approve();
        _offer(PRICE, address(usdc));
        _offer(PRICE, address(usdt));
        vm.expectRevert(abi.encodeWithSelector(Marketplace.TermsChanged.selector, PRICE, address(usdt)));
        _accept(PRICE, address(usdc));
        // an unknown token has no index and must not be taken for the native coin
        _offer(PRICE, NATIVE);
        vm.expectRevert(abi.encodeWithSelector(Marketplace.TermsChanged.selector, PRICE, NATIVE));
        _accept(PRICE, stranger);
    }

    function test_acceptsTheLastSecond() public {
        _approve();
        _offer(PRICE, NATIVE);
        vm.warp(EXPIRES + 1);
        vm.expectRevert(abi.encodeWithSelector(Marketplace.Expired.selector, EXPIRES));
        _accept(PRICE, NATIVE);
        vm.warp(EXPIRES);
        _accept(PRICE, NATIVE);
    }

    function test_rejectsTheOwnersOwnOffer() public {
        vm.startPrank(seller);
        nft.approve(address(market), ID);
        market.createOffer{value: PRICE}(address(nft), ID, PRICE, NATIVE, EXPIRES);
        vm.expectRevert(abi.encodeWithSelector(Marketplace.OwnToken.selector, seller));
        market.acceptOffer(address(nft), ID, seller, PRICE, NATIVE, CUT_BPS);
    }

    function test_rejectsABurnedToken() public {
        _offer(PRICE, NATIVE);
        _burn();
        vm.expectRevert(abi.encodeWithSelector(Marketplace.NotOwner.selector, address(nft), ID, seller));
        _accept(PRICE, NATIVE);
        _cancel();
    }

    function test_rejectsADisabledCurrency() public {
        _approve();
        _offer(PRICE, address(usdc));
        vm.prank(owner);
        market.setPayableToken(address(usdc), false);
        vm.expectRevert(abi.encodeWithSelector(Marketplace.TokenNotPayable.selector, address(usdc)));
        _accept(PRICE, address(usdc));
        _cancel();
        assertEq(usdc.balanceOf(buyer), 1e30);
    }

    function test_limitsTheCut() public {
        _approve();
        _offer(PRICE, NATIVE);
        vm.expectRevert(abi.encodeWithSelector(Marketplace.MaxCutOutOfBounds.selector, type(uint256).max));
        vm.prank(seller);
        market.acceptOffer(address(nft), ID, buyer, PRICE, NATIVE, type(uint256).max);
    }

    /// @dev An offerer that is a contract and would refuse the token cannot make the sale fail.
    function test_doesNotCallTheOfferer() public {
        _approve();
        HostileParty party = new HostileParty();
        vm.deal(address(party), PRICE);
        bytes memory call = abi.encodeCall(Marketplace.createOffer, (address(nft), ID, PRICE, NATIVE, EXPIRES));
        party.run(address(market), PRICE, call);
        party.act(HostileParty.Part.Reverts);
        vm.prank(seller);
        market.acceptOffer(address(nft), ID, address(party), PRICE, NATIVE, CUT_BPS);
        assertEq(nft.ownerOf(ID), address(party));
    }
}
